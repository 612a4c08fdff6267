import { CodeBlock, Notice, PageHead } from '../view/components.tsx';
import { Icon } from '../view/Icon.tsx';
import type { FieldsProps } from './fields.tsx';
import { operations, type PlaygroundOperation } from './operationFields.ts';
import { operationFields, operationTexts } from './operationForms.tsx';

interface PlaygroundPageProps extends FieldsProps {
  operation: PlaygroundOperation;
  /** The URL of the API endpoint. */
  address: string;
}

export function PlaygroundPage({ operation, keys, values, address }: PlaygroundPageProps) {
  return (
    <>
      <PageHead title="Playground" lead={operationTexts[operation].lead} />
      <nav class="tabs" aria-label="Operations">
        {operations.map((name) => (
          <a href={`/playground/${name}`} {...(name === operation && { 'aria-current': 'page' })}>
            {operationTexts[name].label}
          </a>
        ))}
      </nav>
      <div class="card">
        <form class="stack" data-playground={operation} data-address={address}>
          {operationFields[operation]({ keys, values })}
          <div class="actions start">
            <button type="submit" class="button primary">
              <Icon name="play" />
              {operationTexts[operation].button}
            </button>
            <span class="muted" data-state role="status" />
          </div>
        </form>
      </div>
      <section class="card" aria-label="Result" data-result hidden />
      {operation === 'icon' && <CodeCard id="html" title="In your web page" label="HTML for the picture" />}
      <CodeCard id="curl" title="The same with curl" label="curl command" />
      <noscript>
        <Notice tone="warn">The playground needs JavaScript.</Notice>
      </noscript>
    </>
  );
}

/** Code that client/playground.js keeps up to date. */
function CodeCard({ id, title, label }: { id: string; title: string; label: string }) {
  return (
    <section class="card" aria-labelledby={`${id}-title`}>
      <header class="card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" class="button small quiet" data-copy-from={id}>
          <Icon name="copy" />
          <span>Copy</span>
          <span class="hidden">the {label}</span>
        </button>
      </header>
      <CodeBlock id={id} label={label}>
        {''}
      </CodeBlock>
    </section>
  );
}
