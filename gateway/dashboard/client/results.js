/** Results that are on a page from the beginning: highlights their code, and styles the samples of a brand. */
import { applyLooks, showMissingFontNotes } from './brand.js';
import './code.js';

applyLooks(document);
void showMissingFontNotes(document);
