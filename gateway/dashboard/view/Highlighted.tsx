import { type Excerpt, excerptOf } from './excerpt.ts';
import { formatNumber } from './format.ts';

/** client/code.js loads the same. */
export type Language = 'json' | 'html' | 'markdown' | 'css' | 'javascript' | 'typescript' | 'bash' | 'python';

interface HighlightedProps {
  text: string | Excerpt;
  language: Language;
  label: string;
  id?: string;
}

/** Code; client/code.js adds the syntax highlighting. */
export function Highlighted({ text: given, language, label, id }: HighlightedProps) {
  const { text, cut } = typeof given === 'string' ? excerptOf(given) : given;
  return (
    <>
      <section class="code tall" tabindex={0} aria-label={label}>
        <pre>
          <code {...(id && { id })} data-language={language}>
            {text}
          </code>
        </pre>
      </section>
      {cut > 0 && <p class="muted small">and {formatNumber(cut)} more characters, which the API returns</p>}
    </>
  );
}
