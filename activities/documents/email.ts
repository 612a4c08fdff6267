import type { Address } from 'postal-mime';
import type { DocumentContent } from './content.ts';
import { element, escapeText } from './html.ts';
import { metadataOf } from './metadata.ts';

/** Deeper messages inside of messages are not read. */
const maxNesting = 20;
const maxHeadersBytes = 256 * 1024;

/** A saved e-mail: who wrote it to whom and when, what it says, and the names of what is attached. */
export async function readEmail(body: Buffer): Promise<DocumentContent> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(body, { maxNestingDepth: maxNesting, maxHeadersSize: maxHeadersBytes });
  const lines = [
    ['From', people(mail.from && [mail.from])],
    ['To', people(mail.to)],
    ['Cc', people(mail.cc)],
    ['Date', mail.date],
  ].flatMap(([name, value]) => (value ? [`${element('strong', `${name}:`)} ${escapeText(value)}`] : []));
  const attached = mail.attachments
    .filter(({ disposition, filename }) => disposition === 'attachment' || filename)
    .map(({ filename, mimeType }) => element('li', escapeText(`${filename ?? 'without a name'} (${mimeType})`)));
  return {
    html: [
      mail.subject ? element('h1', escapeText(mail.subject)) : '',
      lines.length > 0 ? element('p', lines.join('<br>')) : '',
      mail.html ?? textHtml(mail.text ?? ''),
      attached.length > 0 ? element('h2', 'Attachments') + element('ul', attached.join('')) : '',
    ].join(''),
    metadata: metadataOf({ title: mail.subject, author: people(mail.from && [mail.from]), published: mail.date }),
  };
}

function people(addresses: readonly Address[] | undefined): string | undefined {
  return addresses
    ?.flatMap((each) => each.group ?? [each])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .join(', ');
}

function textHtml(text: string): string {
  const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  return paragraphs.map((each) => element('p', escapeText(each.trim()).replace(/\n/g, '<br>'))).join('');
}
