import type { Key } from '../../../storage/keys.ts';
import { Card, Copyable, Notice, PageHead, Pill } from '../view/components.tsx';
import { formatDay, timeAgo } from '../view/format.ts';
import { Confirm, Csrf, Field } from '../view/formControls.tsx';
import { maxNameLength } from './keyName.ts';
import { type CheckedLine, OriginList } from './OriginList.tsx';

interface KeyPageProps {
  record: Key;
  csrf: string;
  /** The submitted list of origins, if some of its lines are not valid. */
  rejected?: { text: string; lines: readonly CheckedLine[] };
}

export function KeyPage({ record, csrf, rejected }: KeyPageProps) {
  const { _id: id, kind, name, prefix, publishable, origins, webhookSecret, createdAt, lastUsedAt } = record;
  return (
    <>
      <p class="crumb">
        <a href="/keys">Keys</a>
      </p>
      <PageHead title={name} lead={<Pill tone={kind === 'secret' ? 'accent' : 'plain'}>{kind}</Pill>} />
      <Card title="This key" id="about">
        <dl class="facts">
          <dt>Key</dt>
          <dd>{publishable ? <Copyable text={publishable} label={name} /> : <code>{prefix}…</code>}</dd>
          {webhookSecret && (
            <>
              <dt>Webhook secret</dt>
              <dd>
                <Copyable text={webhookSecret} label="the webhook secret" secret />
                <p class="hint">
                  Signs the webhooks of jobs created with this key: <code>X-Sightread-Webhook-Signature</code> is{' '}
                  <code>t=</code> the time in seconds, <code>,v1=</code> the HMAC-SHA256 of that time, a dot and the
                  body.
                </p>
              </dd>
            </>
          )}
          <dt>Created</dt>
          <dd>{formatDay(createdAt)}</dd>
          <dt>Last used</dt>
          <dd>{lastUsedAt ? timeAgo(lastUsedAt) : 'never'}</dd>
        </dl>
        <form method="post" action={`/keys/${id}/name`} class="inline-form">
          <Csrf token={csrf} />
          <Field label="Name" name="name">
            <input id="name" name="name" value={name} maxlength={maxNameLength} required />
          </Field>
          <button type="submit" class="button">
            Rename
          </button>
        </form>
      </Card>
      {kind === 'publishable' && <OriginsCard id={id} origins={origins} csrf={csrf} rejected={rejected} />}
      <Card title="Delete" id="delete" lead="Requests with this key are refused within a second.">
        <div class="actions start">
          <Confirm
            id="delete-key"
            action={`/keys/${id}/delete`}
            csrf={csrf}
            trigger="Delete this key…"
            title={`Delete “${name}”?`}
            confirmLabel="Delete permanently"
          >
            <p>This cannot be undone.</p>
          </Confirm>
        </div>
      </Card>
    </>
  );
}

interface OriginsCardProps {
  id: string;
  origins: readonly string[];
  csrf: string;
  rejected: KeyPageProps['rejected'];
}

function OriginsCard({ id, origins, csrf, rejected }: OriginsCardProps) {
  return (
    <Card title="Allowed origins" id="origins" lead="The sites whose pages may use this key, one per line.">
      {rejected && <Notice tone="bad">Nothing was saved: some lines are not valid.</Notice>}
      <div class="origins" data-origins={`/keys/${id}/origins/check`}>
        <form method="post" action={`/keys/${id}/origins`} class="stack">
          <Csrf token={csrf} />
          <Field
            label="Origins"
            name="entries"
            hint={
              <>
                <code>example.com</code> allows exactly that host, <code>*.example.com</code> all of its subdomains. An
                empty list allows any site. <code>localhost</code> is always allowed.
              </>
            }
          >
            <textarea
              id="entries"
              name="entries"
              rows={6}
              spellcheck={false}
              aria-describedby="entries-hint origin-checks"
            >
              {rejected?.text ?? origins.join('\n')}
            </textarea>
          </Field>
          <div id="origin-checks" aria-live="polite" data-checks>
            <OriginList lines={rejected?.lines ?? origins.map((text) => ({ text }))} />
          </div>
          <div class="actions start">
            <button type="submit" class="button primary">
              Save origins
            </button>
          </div>
        </form>
        <div class="try">
          <Field label="Try an origin" name="try" hint="Checked against the list in the editor, saved or not.">
            <input id="try" name="try" placeholder="https://shop.example.com" spellcheck={false} autocomplete="off" />
          </Field>
          <div aria-live="polite" data-tried />
        </div>
      </div>
    </Card>
  );
}
