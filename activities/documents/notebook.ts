import { Failure } from '../../contracts/failures.ts';
import type { DocumentContent } from './content.ts';
import { element, escapeText } from './html.ts';
import { metadataOf } from './metadata.ts';

interface Output {
  output_type?: string;
  text?: unknown;
  data?: Record<string, unknown>;
  ename?: unknown;
  evalue?: unknown;
}
interface NotebookCell {
  cell_type?: string;
  source?: unknown;
  input?: unknown;
  outputs?: Output[];
}
interface Notebook {
  cells?: NotebookCell[];
  /** Of versions before 4. */
  worksheets?: { cells?: NotebookCell[] }[];
  metadata?: { title?: unknown; kernelspec?: { language?: unknown }; language_info?: { name?: unknown } };
}

/** A training run may have printed megabytes. */
const maxOutputCharacters = 20_000;

/** A Jupyter notebook: its text, its code, and what the code printed. */
export async function readNotebook(body: Buffer): Promise<DocumentContent> {
  const { Marked } = await import('marked');
  const markdown = new Marked({ gfm: true, async: false });
  const toHtml = (text: string) => String(markdown.parse(text));
  const notebook = parse(body);
  const cells = notebook.cells ?? notebook.worksheets?.flatMap((sheet) => sheet.cells ?? []) ?? [];
  const { kernelspec, language_info } = notebook.metadata ?? {};
  const language = String(language_info?.name ?? kernelspec?.language ?? 'python');
  let isCut = false;
  function outputHtml(output: Output): string {
    const { 'text/html': html, 'text/plain': plain, 'text/markdown': formatted } = output.data ?? {};
    if (html !== undefined && joined(html).length <= maxOutputCharacters) return joined(html);
    if (formatted !== undefined) return toHtml(joined(formatted));
    const text =
      output.output_type === 'error' ? `${output.ename}: ${output.evalue}` : joined(output.text ?? plain ?? '');
    isCut ||= text.length > maxOutputCharacters;
    return text.trim() && codeHtml(text.slice(0, maxOutputCharacters), 'text');
  }
  const parts = cells.map(({ cell_type: type, source, input, outputs = [] }) => {
    const text = joined(source ?? input ?? '');
    if (type === 'markdown') return toHtml(text);
    if (type !== 'code') return text.trim() && codeHtml(text, 'text');
    return (text.trim() && codeHtml(text, language)) + outputs.map(outputHtml).join('');
  });
  const warning = isCut ? `Outputs of more than ${maxOutputCharacters} characters are cut.` : undefined;
  const title = typeof notebook.metadata?.title === 'string' ? notebook.metadata.title : undefined;
  return { html: parts.join(''), metadata: metadataOf({ title }), ...(warning && { warning }) };
}

function parse(body: Buffer): Notebook {
  try {
    return JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new Failure('PageNotText', 'The notebook is damaged and could not be read.', { cause });
  }
}

/** Text is stored as a string or as its lines. */
function joined(text: unknown): string {
  return Array.isArray(text) ? text.join('') : typeof text === 'string' ? text : '';
}

function codeHtml(text: string, language: string): string {
  const code = element('code', escapeText(text), { class: `language-${language.replace(/[^\w+#.-]/g, '')}` });
  return element('pre', code);
}
