import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { imageBaseUrl } from '../../../runtime/baseUrl.ts';
import type { Settings } from '../../../runtime/settings.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { ApiRouter } from '../../api/router.ts';
import type { Context } from '../../http/context.ts';
import type { Assets } from '../assets.ts';
import type { Sessions } from '../session.ts';
import { sessionToken } from '../sessionToken.ts';
import type { AccountOf } from '../signedIn.ts';
import { themeOf } from '../view/send.tsx';
import { type ReferenceKeys, ReferencePage } from './ReferencePage.tsx';

interface Deps {
  settings: Settings;
  storage: Pick<Storage, 'keys'>;
  assets: Assets;
  sessions: Sessions;
  accountOf: AccountOf;
}

/** The browser build of Scalar. This package of it has few dependencies of its own. */
const scalar = join(
  dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')),
  'js/standalone.js',
);

/** `/v1/docs`: every operation, with samples, and with a client that works at once for somebody who is signed in. */
export function referenceRoutes(router: ApiRouter, { settings, storage, assets, sessions, accountOf }: Deps): void {
  const images = imageBaseUrl(settings);
  // Scalar writes style elements; scripts are files of ours only.
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: blob: ${images}`,
    `connect-src 'self' ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

  async function keysFor(ctx: Context): Promise<ReferenceKeys> {
    const session = sessions.read(ctx);
    const account = session && (await accountOf(session));
    if (!account) return {};
    const keys = await storage.keys.ofAccount(account._id);
    const publishable = keys.find(({ publishable: key, origins = [] }) => key && origins.length === 0)?.publishable;
    return { secretKey: sessionToken(sessions, session), ...(publishable && { publishableKey: publishable }) };
  }

  router.get('/v1/docs', async (ctx) => {
    const page = { assets, theme: themeOf(ctx), keys: await keysFor(ctx) };
    ctx.type = 'html';
    ctx.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    ctx.body = `<!doctype html>${<ReferencePage {...page} />}`;
  });
  router.get('/v1/docs/scalar.js', async (ctx) => {
    ctx.type = 'text/javascript';
    ctx.set('Cache-Control', 'public, max-age=86400');
    ctx.body = await readFile(scalar);
  });
}
