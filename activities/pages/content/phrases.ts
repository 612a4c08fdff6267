/** How sites introduce links to other articles, in the most common languages. */
const relatedPhrases =
  /^(?:more (?:on|from|in|great|stories|news|about|like)\b|more:|related\b|read (?:more|next|also|on|the full)\b|read:|see also\b|watch:|also (?:read|see|watch)\b|you (?:may|might) (?:also|like)|recommended\b|most (?:read|popular|viewed)|trending\b|up next\b|don['’]t miss|continue reading|click here|what to read next|suggested\b|mehr zum thema|mehr (?:zu|dazu|aus)\b|auch interessant|das könnte (?:sie|dich|ihnen)|lesen sie (?:auch|mehr|hier)|lies auch|weitere (?:artikel|themen|informationen|beiträge)|siehe auch|zum thema|passend dazu|verwandte|ähnliche|lire aussi|à lire|a lire|voir aussi|sur le même sujet|leggi anche|ti potrebbe|potrebbe interessarti|lea (?:también|además)|lee también|te puede interesar|más (?:noticias|información)|veja (?:também|mais)|leia (?:também|mais)|saiba mais|читайте (?:также|ещё)|смотрите также|см\.? также|по теме|baca juga|czytaj (?:też|także|również|więcej)|zobacz (?:też|także|również)|lees ook|bekijk ook|läs (?:också|mer)|関連記事|関連リンク|あわせて読みたい|相关阅读|相关新闻|延伸阅读|관련기사|관련 기사)/i;

const callToActionPhrases =
  /^(?:advertis(?:e)?ment\b|sponsored\b|subscribe\b|sign up\b|signup\b|get the latest\b|follow (?:us|him|her|them|@|the author)|like us on|join (?:us|our)\b|share this\b|share on\b|support (?:us|our)\b|download (?:our|the) app|have a tip\b|got a tip\b|click to|view (?:comments|gallery)|comments?$|leave a (?:comment|reply)|image credit|photo(?:graph)?s? by\b|anzeige$|werbung$|publicité$|pubblicità$|publicidad(?:e)?$|реклама$|folgen sie uns|jetzt abonnieren|newsletter\b)/i;

/** A heading or line, such as "Read also", that introduces links to other pages. */
export function introducesRelatedLinks(text: string): boolean {
  return relatedPhrases.test(text);
}

/** A short line that asks the reader to do something, or announces an advertisement. */
export function isCallToAction(text: string): boolean {
  return text.length <= 200 && callToActionPhrases.test(text);
}
