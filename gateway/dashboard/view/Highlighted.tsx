/** Longer texts are cut off here; the API returns them whole. */
const maxLength = 60_000;

interface HighlightedProps {
  text: string;
  language: 'json' | 'html' | 'markdown' | 'css' | 'javascript';
  label: string;
}

/** Code; client/code.js adds the syntax highlighting. */
export function Highlighted({ text, language, label }: HighlightedProps) {
  const cut = text.length - maxLength;
  return (
    <section class="code tall" tabindex={0} aria-label={label}>
      <pre>
        <code data-language={language}>
          {cut > 0 ? `${text.slice(0, maxLength)}\n… and ${cut} more characters` : text}
        </code>
      </pre>
    </section>
  );
}
