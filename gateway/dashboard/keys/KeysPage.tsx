import type { KeyKind } from '../../../contracts/accounts/keys.ts';
import type { Key } from '../../../storage/keys.ts';
import { Card, Copyable, Empty, Notice, PageHead } from '../view/components.tsx';
import { formatDay, pluralize, timeAgo } from '../view/format.ts';
import { Confirm, Csrf, Field } from '../view/formControls.tsx';
import { Icon } from '../view/Icon.tsx';
import { maxNameLength } from './keyName.ts';

interface KeysPageProps {
  keys: readonly Key[];
  csrf: string;
  /** The key that was just created. This is the only time that a secret key is shown. */
  created?: { text: string; name: string; kind: KeyKind };
}

const kinds = {
  secret: {
    title: 'Secret keys',
    lead: 'For your servers: they give access to the extraction API and spend credits. Never put one into a web page.',
    button: 'Create a secret key',
    hint: 'e.g. Production server',
  },
  publishable: {
    title: 'Publishable keys',
    lead: 'For web pages: they give access to the image API only. You choose which sites may use one.',
    button: 'Create a publishable key',
    hint: 'e.g. Marketing site',
  },
} as const;

export function KeysPage({ keys, csrf, created }: KeysPageProps) {
  return (
    <>
      <PageHead title="Keys" lead="Your programs and web pages identify themselves with a key." />
      {created && <CreatedKey {...created} />}
      {(['secret', 'publishable'] as const).map((kind) => (
        <Card title={kinds[kind].title} id={kind} lead={kinds[kind].lead}>
          <KeyTable kind={kind} keys={keys.filter((key) => key.kind === kind)} csrf={csrf} />
          <form method="post" action="/keys" class="inline-form">
            <Csrf token={csrf} />
            <input type="hidden" name="kind" value={kind} />
            <Field label="Name" name={`${kind}-name`}>
              <input
                id={`${kind}-name`}
                name="name"
                maxlength={maxNameLength}
                placeholder={kinds[kind].hint}
                required
              />
            </Field>
            <button type="submit" class="button primary">
              {kinds[kind].button}
            </button>
          </form>
        </Card>
      ))}
    </>
  );
}

function CreatedKey({ text, name, kind }: { text: string; name: string; kind: KeyKind }) {
  return (
    <Notice tone="good" live>
      <p>
        <strong>{name}</strong> is created.{' '}
        {kind === 'secret' ? 'Copy it now: it is not shown again.' : 'It is ready for use in your pages.'}
      </p>
      <p class="made-key" data-made>
        <Copyable text={text} label={name} />
      </p>
    </Notice>
  );
}

function KeyTable({ kind, keys, csrf }: { kind: KeyKind; keys: readonly Key[]; csrf: string }) {
  return keys.length === 0 ? (
    <Empty icon="key" title={`No ${kind} keys yet`} />
  ) : (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Key</th>
            {kind === 'publishable' && <th scope="col">Origins</th>}
            <th scope="col">Last used</th>
            <th scope="col">Created</th>
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow record={key} csrf={csrf} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ record, csrf }: { record: Key; csrf: string }) {
  const { _id: id, kind, name, prefix, publishable, origins, lastUsedAt, createdAt } = record;
  return (
    <tr>
      <th scope="row" data-label="Name">
        <a href={`/keys/${id}`}>{name}</a>
      </th>
      <td data-label="Key">{publishable ? <Copyable text={publishable} label={name} /> : <code>{prefix}…</code>}</td>
      {kind === 'publishable' && (
        <td data-label="Origins">
          <a href={`/keys/${id}`}>{origins.length === 0 ? 'any site' : pluralize(origins.length, 'origin')}</a>
        </td>
      )}
      <td data-label="Last used">{lastUsedAt ? timeAgo(lastUsedAt) : <span class="muted">never</span>}</td>
      <td data-label="Created">{formatDay(createdAt)}</td>
      <td class="row-actions">
        <Confirm
          id={`delete-${id.slice(0, 16)}`}
          action={`/keys/${id}/delete`}
          csrf={csrf}
          trigger={<Icon name="bin" />}
          triggerLabel={`Delete ${name}`}
          title={`Delete “${name}”?`}
          confirmLabel="Delete permanently"
        >
          <p>Requests with this key are refused within a second. This cannot be undone.</p>
        </Confirm>
      </td>
    </tr>
  );
}
