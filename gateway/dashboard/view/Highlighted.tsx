import { markdownHtml } from './markdownHtml.ts';

/** A stranger's text as the page it is; no other HTML is ever put into a page of ours as it is. */
export function Markdown({ text }: { text: string }) {
  return <article class="prose" dangerouslySetInnerHTML={{ __html: markdownHtml(text) }} />;
}

/** Longer texts are cut here; the API has all. */
const longest = 60_000;

interface HighlightedProps {
  text: string;
  language: 'json' | 'html' | 'markdown' | 'css' | 'javascript';
  label: string;
}

/** Code, coloured by the reader's browser. */
export function Highlighted({ text, language, label }: HighlightedProps) {
  return (
    <section class="code tall" tabindex={0} aria-label={label}>
      <pre>
        <code data-language={language}>
          {text.length > longest ? `${text.slice(0, longest)}\n… and ${text.length - longest} characters more` : text}
        </code>
      </pre>
    </section>
  );
}
