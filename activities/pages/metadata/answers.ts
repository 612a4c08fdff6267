import type { PageElement } from '../tree/nodes.ts';

export const answerType = /(?:Comment|Answer|Reply|Review)$/;
const answerProperty = /^(?:comment|suggestedAnswer|acceptedAnswer|review|reviews)$/;

/** Whether an element belongs to a comment, an answer or a review, which have authors and dates of their own. */
export function isInAnswer(element: PageElement): boolean {
  for (let at: PageElement | null = element; at; at = at.parent)
    if (answerType.test(at.attribs['itemtype'] ?? '') || answerProperty.test(at.attribs['itemprop'] ?? '')) return true;
  return false;
}
