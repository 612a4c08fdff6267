import type { Key } from '../../../storage/keys.ts';
import { Card, Copyable, Notice, PageHead, Pill } from '../view/components.tsx';
import { formatDay, timeAgo } from '../view/format.ts';
import { Confirm, Csrf, Field } from '../view/formControls.tsx';
import { type CheckedLine, OriginList } from './OriginList.tsx';

interface KeyPageProps {
  record: Key;
  csrf: string;
  /** The editor as it was sent, where something in it is wrong. */
  refused?: { text: string; lines: readonly CheckedLine[] };
}

export function KeyPage({ record, csrf, refused }: KeyPageProps) {
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
                  Signs the webhooks of jobs made with this key: <code>X-Sightread-Signature</code> is{' '}
                  <code>sha256=</code> and the HMAC of the body.
                </p>
              </dd>
            </>
          )}
          <dt>Made</dt>
          <dd>{formatDay(createdAt)}</dd>
          <dt>Last used</dt>
          <dd>{lastUsedAt ? timeAgo(lastUsedAt) : 'never'}</dd>
        </dl>
        <form method="post" action={`/keys/${id}/name`} class="inline-form">
          <Csrf token={csrf} />
          <Field label="Name" name="name">
            <input id="name" name="name" value={name} maxlength={80} required />
          </Field>
          <button type="submit" class="button">
            Rename
          </button>
        </form>
      </Card>
      {kind === 'publishable' && <Origins id={id} origins={origins} csrf={csrf} refused={refused} />}
      <Card title="Delete" id="delete" lead="Whatever uses this key is refused from the next second on.">
        <div class="actions start">
          <Confirm
            id="delete-key"
            action={`/keys/${id}/delete`}
            csrf={csrf}
            trigger="Delete this key…"
            title={`Delete “${name}”?`}
            confirmLabel="Delete permanently"
          >
            <p>This cannot be taken back.</p>
          </Confirm>
        </div>
      </Card>
    </>
  );
}

interface OriginsProps {
  id: string;
  origins: readonly string[];
  csrf: string;
  refused: KeyPageProps['refused'];
}

function Origins({ id, origins, csrf, refused }: OriginsProps) {
  return (
    <Card title="Allowed origins" id="origins" lead="The sites whose pages may use this key, one a line.">
      {refused && <Notice tone="bad">Nothing was saved: some lines need attention.</Notice>}
      <div class="origins" data-origins={`/keys/${id}/origins/check`}>
        <form method="post" action={`/keys/${id}/origins`} class="stack">
          <Csrf token={csrf} />
          <Field
            label="Origins"
            name="entries"
            hint={
              <>
                <code>example.com</code> is exactly that host, <code>*.example.com</code> all of its subdomains. Empty
                means any site. <code>localhost</code> always works.
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
              {refused?.text ?? origins.join('\n')}
            </textarea>
          </Field>
          <div id="origin-checks" aria-live="polite" data-checks>
            <OriginList lines={refused?.lines ?? origins.map((text) => ({ text }))} />
          </div>
          <div class="actions start">
            <button type="submit" class="button primary">
              Save origins
            </button>
          </div>
        </form>
        <div class="try">
          <Field label="Try an origin" name="try" hint="As the list stands in the editor, saved or not.">
            <input id="try" name="try" placeholder="https://shop.example.com" spellcheck={false} autocomplete="off" />
          </Field>
          <div aria-live="polite" data-tried />
        </div>
      </div>
    </Card>
  );
}
