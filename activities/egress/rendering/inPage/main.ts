export { dismissConsent } from './consent.ts';
export { scrollDown, scrollPosition, scrollToTop } from './scroll.ts';
export { areReadable, serialize } from './serialize.ts';
