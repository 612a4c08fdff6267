/** What comes before a name: `By`, `Written by:`, `Posted by`. */
const prefix =
  /^(?:(?:text|words|story|recipe|article|review|guide|contributed|written|posted|published|started|asked|submitted|created|authored|uploaded|reported|edited|compiled|presented)\s+by|by|author|authors|contributors?|writer|thread starter|via|von|par|por|door|av|af|autor|da|escrito por|geschrieben von|verfasst von|publié par)\b\s*[:\-–—]?\s*/iu;
const prefixAlone = new RegExp(`${prefix.source}$`, 'iu');

export function isNamePrefix(text: string): boolean {
  return prefixAlone.test(text);
}

export function withoutNamePrefix(text: string): string {
  return text.replace(prefix, '').trim();
}

/** Words of buttons, counters and labels that stand beside a name. */
const notNames =
  /^(?:share|follow|home|read|view|see|more|comments?|posts?|edit|edited|reply|replies|log ?in|sign|subscribe|updated?|published|posted|reviewed|fact|about|contact|menu|search|members?|joined|guests?|moderators?|new|original poster|op|junior|senior member|registered|likes?|save|print|email|e-mail|copy|link|photo|image|credit|illustration|getty|category|categories|tags?|topics?|filed|in|on|at|the|a|an|this|all|our|meet|last|min|minutes?|views?|anonymous|null|undefined|none|n\/a|name|author|authors|by|staff member|offline|online|top|next|previous|back|skip|advertisement|disclosure|table of contents|expert|verified|location|level|points?|karma|avatar|profile|user|username|unknown|learn|get|create|account|register|request|discussion|hi|hello|try|insights?|collection|download|shop|buy|product|log|how|what|why|when|we|you|i|is|it)(?:\s|$|[:.!?,])/iu;

/** Whether a short text may be the name of an author. */
export function isName(text: string): boolean {
  if (text.length < 2 || text.length > 70 || !/\p{L}{2}/u.test(text)) return false;
  if (notNames.test(text) && !/^(?:new|the|all|in|a)\s\p{Lu}/iu.test(text)) return false;
  if (/[{}<>|=?!]|https?:|\d{4}|\.{3}|…|:\s|@\w+\.\w/u.test(text)) return false;
  return text.split(/\s+/).length <= 9;
}

/** Names that publishing systems put in where nobody wrote one. */
export function isPlaceholder(name: string): boolean {
  return /^(?:admin\w*|administrator|webmaster|root|user|editor|undefined|null|none|name|author|guest|default|test|n\/a|unknown|system|\W*|[\w.]+\.author|\{\{.*)$/i.test(
    name.trim(),
  );
}

/** The name in a text such as `By Ada Lovelace, Senior Editor`. */
export function nameIn(text: string): string {
  return withoutNamePrefix(text)
    .replace(/\s*[|•·—–]\s.*$/u, '')
    .replace(/[\s,;:|•·»-]+$/u, '')
    .replace(/^[\s,;:|•·»@-]+/u, '')
    .trim();
}
