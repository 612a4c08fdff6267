import type { Child } from 'hono/jsx';
import type { LoggedRequest } from '../../../storage/requests.ts';
import { maskedValue } from '../../requestLog/withoutSecrets.ts';
import { CodeExport } from '../view/CodeExport.tsx';
import { Card, Notice, PageHead } from '../view/components.tsx';
import { formatDuration, formatTime, pluralize } from '../view/format.ts';
import { Icon } from '../view/Icon.tsx';
import { Tabs } from '../view/Tabs.tsx';
import { operationLabels } from './operationLabels.ts';
import { StatusPill } from './RequestsPage.tsx';
import type { Snippet } from './snippets.ts';

interface RequestPageProps {
  request: LoggedRequest;
  keyName: string;
  /** Where the playground has the same form filled in; absent for what it has no form for. */
  replay?: string | undefined;
  snippets: readonly Snippet[];
  /** What the caller got. */
  result: Child;
}

export function RequestPage({ request, keyName, replay, snippets, result }: RequestPageProps) {
  const { operation, subject, path, status, body } = request;
  return (
    <>
      <p class="crumb">
        <a href="/requests">Requests</a>
      </p>
      <PageHead title={operationLabels[operation]} lead={subject ?? path}>
        {replay && (
          <a class="button primary" href={replay}>
            <Icon name="again" />
            Open in the playground
          </a>
        )}
      </PageHead>
      <div class="card">
        <Facts request={request} keyName={keyName} />
      </div>
      <Card title="Answer" id="answer">
        {status >= 400 ? <Notice tone="bad">{request.error ?? `The answer was ${status}.`}</Notice> : result}
      </Card>
      <Card title="Request" id="request" lead={`POST ${path}`}>
        {body === undefined ? (
          <p class="muted">Its body is not kept: it was empty, not JSON, or longer than 8 KB.</p>
        ) : (
          <>
            {body.includes(maskedValue) && (
              <p class="muted">
                {maskedValue} stands for what may be a secret: values of headers and cookies, and what actions type.
              </p>
            )}
            <CodeExport text={indented(body)} file="request.json" language="json" label="body of the request" />
          </>
        )}
      </Card>
      {body !== undefined && (
        <Card title="The same from your program" id="program">
          <Tabs
            name="snippets"
            tabs={snippets.map(({ label, ...snippet }) => ({ label, body: <CodeExport label={label} {...snippet} /> }))}
          />
        </Card>
      )}
    </>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), undefined, 2);
}

function Facts({ request, keyName }: Pick<RequestPageProps, 'request' | 'keyName'>) {
  const { at, status, ms, credits, engine, requestId } = request;
  return (
    <dl class="facts wide">
      <Fact name="Status">
        <StatusPill status={status} />
      </Fact>
      <Fact name="Time">{formatTime(at)} UTC</Fact>
      <Fact name="Duration">{formatDuration(ms)}</Fact>
      <Fact name="Credits">{credits === 0 ? 'none' : pluralize(credits, 'credit')}</Fact>
      {engine && <Fact name="Engine">{engine === 'browser' ? 'browser' : 'plain fetch'}</Fact>}
      <Fact name="Key">{keyName}</Fact>
      <Fact name="Request id">
        <code>{requestId}</code>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
