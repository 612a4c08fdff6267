import { type KeyKind, keyKinds, makeKey } from '../../../contracts/accounts/keys.ts';
import { Failure } from '../../../contracts/failures.ts';
import type { Key } from '../../../storage/keys.ts';
import type { Storage } from '../../../storage/storage.ts';
import { createKey } from '../../accounts/createKey.ts';
import { type Context, callerOf, pathParameter } from '../../http/context.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { redirectAfterPost, sendFragment, sendPage } from '../view/send.tsx';
import { KeyPage } from './KeyPage.tsx';
import { KeysPage } from './KeysPage.tsx';
import { parseName } from './keyName.ts';
import { checkLines, entriesOf, OriginList, TriedOrigin } from './OriginList.tsx';

const doneTexts: Record<string, string> = {
  deleted: 'The key is deleted.',
  renamed: 'The key has its new name.',
  origins: 'The origins are saved and take effect within a second.',
};

function doneText(ctx: Context) {
  return doneTexts[String(ctx.query['done'])];
}

function isKind(text: string): text is KeyKind {
  return Object.hasOwn(keyKinds, text);
}

/** The key of the route's `:id`. A key of another account is answered like one that does not exist. */
async function ownKey(ctx: Context, { keys }: Pick<Storage, 'keys'>): Promise<Key> {
  const key = await keys.findOwn(pathParameter(ctx, 'id'), callerOf(ctx).account);
  if (!key) throw new Failure('NotFound', 'There is no such key.');
  return key;
}

export function keysRoutes(router: PageRouter, deps: PageDeps) {
  keyListRoutes(router, deps);
  keyPageRoutes(router, deps);
  originRoutes(router, deps);
}

function keyListRoutes(router: PageRouter, { storage, planOf, sessions, assets, requireSignIn }: PageDeps) {
  router.get('/keys', requireSignIn, async (ctx) => {
    const { account, csrf } = viewerOf(ctx);
    const keys = await storage.keys.ofAccount(account._id);
    sendPage(ctx, assets, { title: 'Keys', done: doneText(ctx) }, <KeysPage keys={keys} csrf={csrf} />);
  });

  router.post('/keys', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { account, csrf } = viewerOf(ctx);
    const kind = form('kind');
    if (!isKind(kind)) throw new Failure('InvalidRequest', 'A key must be secret or publishable.');
    const name = parseName(form('name'));
    const text = makeKey(kind);
    await createKey(storage, { key: text, kind, account: account._id, name }, await planOf(account._id));
    const keys = await storage.keys.ofAccount(account._id);
    sendPage(ctx, assets, { title: 'Keys' }, <KeysPage keys={keys} csrf={csrf} created={{ text, name, kind }} />);
  });
}

function keyPageRoutes(router: PageRouter, { storage, sessions, assets, requireSignIn }: PageDeps) {
  router.get('/keys/:id', requireSignIn, async (ctx) => {
    const record = await ownKey(ctx, storage);
    const options = { title: record.name, scripts: ['origins.js'], done: doneText(ctx) };
    sendPage(ctx, assets, options, <KeyPage record={record} csrf={viewerOf(ctx).csrf} />);
  });

  router.post('/keys/:id/name', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { _id: id } = await ownKey(ctx, storage);
    await storage.keys.rename(id, parseName(form('name')));
    redirectAfterPost(ctx, `/keys/${id}?done=renamed`);
  });

  router.post('/keys/:id/delete', requireSignIn, async (ctx) => {
    await readForm(ctx, sessions);
    const { _id: id } = await ownKey(ctx, storage);
    await storage.keys.delete(id);
    redirectAfterPost(ctx, '/keys?done=deleted');
  });
}

function originRoutes(router: PageRouter, { storage, sessions, assets, requireSignIn }: PageDeps) {
  router.post('/keys/:id/origins', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const record = await ownKey(ctx, storage);
    const lines = checkLines(form('entries'));
    if (lines.some(({ problem }) => problem)) {
      const options = { title: record.name, scripts: ['origins.js'] };
      const rejected = { text: form('entries'), lines };
      sendPage(ctx, assets, options, <KeyPage record={record} csrf={viewerOf(ctx).csrf} rejected={rejected} />);
      ctx.status = 400;
      return;
    }
    await storage.keys.setOrigins(record._id, entriesOf(lines));
    redirectAfterPost(ctx, `/keys/${record._id}?done=origins`);
  });

  // For client/origins.js, while the visitor types.
  router.post('/keys/:id/origins/check', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    await ownKey(ctx, storage);
    const lines = checkLines(form('entries'));
    const origin = form('try').trim();
    sendFragment(
      ctx,
      <>
        <div data-checks>
          <OriginList lines={lines} />
        </div>
        <div data-tried>{origin && <TriedOrigin origin={origin} lines={lines} />}</div>
      </>,
    );
  });
}
