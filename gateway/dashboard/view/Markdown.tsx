import { markdownHtml } from './markdownHtml.ts';

/** The only place where HTML goes into a page without being escaped; `markdownHtml` sanitizes it. */
export function Markdown({ text }: { text: string }) {
  return <article class="prose" dangerouslySetInnerHTML={{ __html: markdownHtml(text) }} />;
}
