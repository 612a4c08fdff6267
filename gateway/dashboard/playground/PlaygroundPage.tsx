import { CodeBlock, Notice, PageHead } from '../view/components.tsx';
import { Icon } from '../view/Icon.tsx';
import { operationFields, operations, operationTexts, type PlaygroundOperation } from './operationForms.tsx';

interface PlaygroundPageProps {
  operation: PlaygroundOperation;
  keys: readonly { name: string; key: string }[];
  /** The URL of the API endpoint. */
  address: string;
}

export function PlaygroundPage({ operation, keys, address }: PlaygroundPageProps) {
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
          {operationFields[operation]({ keys })}
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
      <section class="card" aria-labelledby="curl-title">
        <header class="card-head">
          <h2 id="curl-title">The same with curl</h2>
          <button type="button" class="button small quiet" data-copy-from="curl">
            <Icon name="copy" />
            <span>Copy</span>
          </button>
        </header>
        <CodeBlock id="curl" label="curl command">
          {''}
        </CodeBlock>
      </section>
      <noscript>
        <Notice tone="warn">The playground needs JavaScript.</Notice>
      </noscript>
    </>
  );
}
