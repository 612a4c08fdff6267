import { type Excerpt, excerptOf } from './excerpt.ts';

interface HighlightedProps {
  text: string | Excerpt;
  language: 'json' | 'html' | 'markdown' | 'css' | 'javascript';
  label: string;
}

/** Code; client/code.js adds the syntax highlighting. */
export function Highlighted({ text: given, language, label }: HighlightedProps) {
  const { text, cut } = typeof given === 'string' ? excerptOf(given) : given;
  return (
    <section class="code tall" tabindex={0} aria-label={label}>
      <pre>
        <code data-language={language}>{cut > 0 ? `${text}\n… and ${cut} more characters` : text}</code>
      </pre>
    </section>
  );
}
