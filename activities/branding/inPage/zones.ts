import { tagOf } from '../../egress/rendering/inPage/unclobbered.ts';
import type { Zone } from '../evidence.ts';
import type { PageSize } from './pageSize.ts';

const consent =
  /cookie|consent|gdpr|ccpa|onetrust|cybot|didomi|usercentrics|truste|qc-cmp|osano|iubenda|klaro|\bcc-(?:window|banner)|(?:^|[\s_-])cmp(?:$|[\s_-])|privacy-?(?:banner|notice|popup|bar)/i;
const consentWords = /\bcookies?\b|consent|datenschutz|privacy (?:choices|preferences|settings)/i;
const overlay = /modal|popup|pop-up|lightbox|interstitial|newsletter|dialog|toast|snackbar|offcanvas|drawer/i;
const widget =
  /intercom|drift-|crisp-|zendesk|zopim|tawk|hubspot-messages|hs-messages|livechat|live-chat|tidio|freshchat|fc_frame|olark|userlike|chat-?(?:widget|bubble|launcher|button|box)|fb[-_](?:dialog|root|customerchat)|g?recaptcha|usabilla|hotjar|trustpilot|twitter-tweet|instagram-media|calendly|typeform|disqus|addthis|sharethis|addtoany|a2a_kit|mc_embed|embed-(?:card|widget)|widget-embed|third-party|feedback-?(?:button|tab|widget)|accessibility-?widget|userway|sharing|share-?(?:buttons|bar|links)/i;
const code =
  /(?:^|[\s_-])(?:highlight|hljs|prism|codehilite|shiki|codemirror|cm-editor|monaco-editor|code-?block|terminal)(?:$|[\s_-])/i;
const partners =
  /partner|sponsor|(?:^|[\s_-])clients?(?:$|[\s_-])|customers?[-_]?logos?|trusted|as-?seen|featured-?in|(?:^|[\s_-])press(?:$|[\s_-])|logo-?(?:cloud|wall|grid|strip|list|row|bar|carousel|marquee)|logos(?:$|[\s_-])|brands(?:$|[\s_-])|integrations/i;
const ad = /adsbygoogle|google_ads|div-gpt-ad|advert|(?:^|[\s_-])ads?(?:$|[\s_-])|sponsored/i;
const header =
  /(?:^|[\s_-])(?:navbar|site-?header|page-?header|top-?bar|app-?bar|main-?nav|global-?nav|header|sidebar|mobile-?menu)(?:$|[\s_-])/i;
const footer = /(?:^|[\s_-])(?:site-?)?footer(?:$|[\s_-])/i;

/** The zone of an element. Everything inside a foreign zone belongs to it. */
export function zoneOf(
  element: Element,
  style: CSSStyleDeclaration,
  box: DOMRect,
  parentZone: Zone,
  size: PageSize,
): Zone {
  if (parentZone !== 'body' && parentZone !== 'header' && parentZone !== 'footer') return parentZone;
  const tag = tagOf(element);
  if (tag === 'main') return 'body';
  if (/^(?:pre|code|samp|kbd)$/.test(tag)) return 'code';
  const names = namesOf(element);
  const role = element.getAttribute('role') ?? '';
  const isFloating =
    style.position === 'fixed' || style.position === 'sticky' || /dialog/.test(role) || tag === 'dialog';
  if (names !== '' || isFloating || role !== '') {
    if (isConsent(element, names, style, box, isFloating, size)) return 'consent';
    const floats = style.position === 'fixed' || /dialog/.test(role) || tag === 'dialog';
    if (
      floats &&
      (overlay.test(names) || /dialog/.test(role) || tag === 'dialog' || element.hasAttribute('aria-modal'))
    )
      return 'overlay';
    if (code.test(names)) return 'code';
    if (widget.test(names)) return 'widget';
    if (tag === 'ins' || (ad.test(names) && box.height < size.viewport.height)) return 'ad';
    if (isPartners(element, names)) return 'partners';
  }
  if (parentZone !== 'body') return parentZone;
  if (tag === 'footer' || role === 'contentinfo' || footer.test(names))
    return inArticle(element) ? parentZone : 'footer';
  if (isHeader(tag, role, names, box, size)) return 'header';
  return parentZone;
}

function namesOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? '';
  const name = element.getAttribute('class') ?? '';
  return `${element.id} ${name.length > 300 ? name.slice(0, 300) : name} ${label.length > 60 ? '' : label}`.trim();
}

/** A cookie banner, as opposed to a page about cookies: it floats, or it is a short text about consent. */
function isConsent(
  element: Element,
  names: string,
  style: CSSStyleDeclaration,
  box: DOMRect,
  loose: boolean,
  { viewport }: PageSize,
): boolean {
  const named = consent.test(names);
  if (!named && !loose) return false;
  const small = box.height < viewport.height * 0.9 || box.width < viewport.width * 0.9;
  const floats = loose || style.position === 'absolute';
  if (named && floats) return true;
  if (!small) return false;
  const text = (element.textContent ?? '').slice(0, 3_000);
  const isAboutConsent =
    text.length < 2_500 && consentWords.test(text) && element.querySelector('button, a, input') !== null;
  // A fixed header may link to the cookie policy in one of its menus.
  const isNavigation =
    element.localName === 'header' || element.localName === 'nav' || element.querySelector('nav') !== null;
  return (
    isAboutConsent &&
    (named
      ? /accept|agree|allow|reject|decline|ok\b|got it|akzept|zustimm|accepter/i.test(text)
      : loose && !isNavigation)
  );
}

function isPartners(element: Element, names: string): boolean {
  if (!partners.test(names)) return false;
  return element.querySelectorAll('img, svg').length >= 2;
}

function inArticle(element: Element): boolean {
  return element.closest('article, blockquote, figure, aside') !== null;
}

function isHeader(tag: string, role: string, names: string, box: DOMRect, size: PageSize): boolean {
  const named = tag === 'header' || tag === 'nav' || role === 'banner' || role === 'navigation' || header.test(names);
  if (!named) return false;
  const top = box.top + window.scrollY;
  const sidebar = box.height > size.viewport.height * 0.5;
  if (sidebar) return box.width < size.viewport.width * 0.35 && box.width > 0 && box.left < size.viewport.width * 0.35;
  // A taller header is a hero section.
  return top < 260 && box.height < 260;
}
