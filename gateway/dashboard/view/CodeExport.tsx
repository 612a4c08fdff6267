import type { Excerpt } from './excerpt.ts';
import { Highlighted, type Language } from './Highlighted.tsx';
import { Icon } from './Icon.tsx';

interface CodeExportProps {
  text: string | Excerpt;
  /** Under which name it is saved; the buttons find the code by it, so a page has it once. */
  file: string;
  language: Language;
  label?: string;
}

/** Code with buttons to copy it and to save it. */
export function CodeExport({ text, file, language, label = file }: CodeExportProps) {
  const id = `code-${file.replace(/\W+/g, '-')}`;
  return (
    <div class="take">
      <div class="sheet-actions">
        <button type="button" class="button small quiet" data-copy-from={id}>
          <Icon name="copy" />
          <span>Copy</span>
          <span class="hidden">{label}</span>
        </button>
        <button type="button" class="button small quiet" data-save={file} data-save-from={id}>
          <Icon name="download" />
          <span>Save</span>
          <span class="hidden">{file}</span>
        </button>
      </div>
      <Highlighted id={id} text={text} language={language} label={label} />
    </div>
  );
}
