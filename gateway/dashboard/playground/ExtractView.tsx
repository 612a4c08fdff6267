import { CodeExport } from '../view/CodeExport.tsx';
import { Notice, Pill, type Tone } from '../view/components.tsx';
import type { AnswerView, FoundValue, MarkedText } from '../view/item/answerView.ts';
import { Tabs } from '../view/Tabs.tsx';

/** The data of an extraction; with evidence, each value beside the place in the page's text where it was found. */
export function ExtractView({ answer: { data, warning, found } }: { answer: AnswerView }) {
  const json = <CodeExport text={data} file="data.json" language="json" label="Extracted data" />;
  return (
    <>
      {warning && <Notice tone="warn">{warning}</Notice>}
      {found ? (
        <Tabs
          name="data-view"
          tabs={[
            { label: 'Values', body: <Evidence values={found.values} text={found.text} cut={found.cut} /> },
            { label: 'JSON', body: json },
          ]}
        />
      ) : (
        json
      )}
    </>
  );
}

function Evidence({ values, text, cut }: { values: readonly FoundValue[]; text: readonly MarkedText[]; cut: number }) {
  return (
    <div class="found">
      <ul class="found-values" aria-label="Values">
        {values.map((value) => (
          <Value {...value} />
        ))}
      </ul>
      <section class="page-text" tabindex={0} aria-label="The text of the page">
        {text.map(({ text: part, mark }) => (mark === undefined ? part : <mark id={`mark-${mark}`}>{part}</mark>))}
        {cut > 0 && ' …'}
      </section>
    </div>
  );
}

function Value({ pointer, value, source, path, quote, mark }: FoundValue) {
  return (
    <li>
      <div class="value-head">
        <code>{pointer.slice(1) || 'data'}</code>
        <Pill tone={toneOf(source)}>{source === 'model' ? 'not on the page' : source}</Pill>
      </div>
      <strong>{value}</strong>
      {quote !== undefined && (
        <p class="muted small">
          {mark === undefined ? `“${quote}”` : <a href={`#mark-${mark}`}>“{quote}”</a>}
          {path && ` · ${path}`}
        </p>
      )}
    </li>
  );
}

function toneOf(source: FoundValue['source']): Tone {
  if (source === 'model') return 'warn';
  return source === 'schema' ? 'plain' : 'good';
}
