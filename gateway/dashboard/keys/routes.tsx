import type Router from '@koa/router';
import { type KeyKind, keyKinds, makeKey } from '../../../contracts/accounts/keys.ts';
import { Failure } from '../../../contracts/failures.ts';
import type { Key } from '../../../storage/keys.ts';
import type { Context, RequestState, RouteMatch } from '../../http/context.ts';
import { pathParameter } from '../../http/context.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { sendFragment, sendPage } from '../view/send.tsx';
import { KeyPage } from './KeyPage.tsx';
import { KeysPage } from './KeysPage.tsx';
import { checkLines, entriesOf, OriginList, TriedOrigin } from './OriginList.tsx';

const done: Record<string, string> = {
  deleted: 'The key is deleted.',
  renamed: 'The key has its new name.',
  origins: 'The origins are saved; they hold within a second.',
};
function doneWords(ctx: Context) {
  return done[String(ctx.query['done'])];
}

function isKind(text: string): text is KeyKind {
  return Object.hasOwn(keyKinds, text);
}

export function keysRoutes(
  router: Router<RequestState, RouteMatch>,
  { storage, sessions, assets, requireSignIn }: PageDeps,
) {
  /** A foreign key is as unknown as one that never was. */
  async function ownKey(ctx: Context): Promise<Key> {
    const key = await storage.keys.findOwn(pathParameter(ctx, 'id'), ctx.state.account);
    if (!key) throw new Failure('NotFound', 'There is no such key.');
    return key;
  }
  function back(ctx: Context, to: string) {
    ctx.redirect(to);
    ctx.status = 303;
  }
  function nameIn(typed: string) {
    const text = typed.trim();
    if (text === '' || text.length > 80) throw new Failure('InvalidRequest', 'A name has 1 to 80 characters.');
    return text;
  }

  router.get('/keys', requireSignIn, async (ctx) => {
    const { account, csrf } = viewerOf(ctx);
    const keys = await storage.keys.ofAccount(account._id);
    sendPage(ctx, assets, { title: 'Keys', done: doneWords(ctx) }, <KeysPage keys={keys} csrf={csrf} />);
  });

  router.post('/keys', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { account, csrf } = viewerOf(ctx);
    const kind = form('kind');
    if (!isKind(kind)) throw new Failure('InvalidRequest', 'A key is secret or publishable.');
    const name = nameIn(form('name'));
    const text = makeKey(kind);
    await storage.keys.save({ key: text, kind, account: account._id, name });
    const keys = await storage.keys.ofAccount(account._id);
    sendPage(ctx, assets, { title: 'Keys' }, <KeysPage keys={keys} csrf={csrf} made={{ text, name, kind }} />);
  });

  router.get('/keys/:id', requireSignIn, async (ctx) => {
    const record = await ownKey(ctx);
    const about = { title: record.name, scripts: ['origins.js'], done: doneWords(ctx) };
    sendPage(ctx, assets, about, <KeyPage record={record} csrf={viewerOf(ctx).csrf} />);
  });

  router.post('/keys/:id/name', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { _id: id } = await ownKey(ctx);
    await storage.keys.rename(id, nameIn(form('name')));
    back(ctx, `/keys/${id}?done=renamed`);
  });

  router.post('/keys/:id/origins', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const record = await ownKey(ctx);
    const lines = checkLines(form('entries'));
    if (lines.some(({ problem }) => problem)) {
      const about = { title: record.name, scripts: ['origins.js'] };
      const refused = { text: form('entries'), lines };
      sendPage(ctx, assets, about, <KeyPage record={record} csrf={viewerOf(ctx).csrf} refused={refused} />);
      ctx.status = 400;
      return;
    }
    await storage.keys.setOrigins(record._id, entriesOf(lines));
    back(ctx, `/keys/${record._id}?done=origins`);
  });

  /** What the editor shows while somebody types. */
  router.post('/keys/:id/origins/check', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    await ownKey(ctx);
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

  router.post('/keys/:id/delete', requireSignIn, async (ctx) => {
    await readForm(ctx, sessions);
    const { _id: id } = await ownKey(ctx);
    await storage.keys.delete(id);
    back(ctx, '/keys?done=deleted');
  });
}
