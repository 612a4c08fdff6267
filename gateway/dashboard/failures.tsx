import type { Middleware } from 'koa';
import { Failure, failures } from '../../contracts/failures.ts';
import { asFailure } from '../temporal/failures.ts';
import type { Assets } from './assets.ts';
import { sendPage } from './view/send.tsx';

/** Whatever was thrown, as a page for people and as `{error}` for scripts. */
export function showFailures(assets: Assets): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) {
        throw new Failure('NotFound', `There is nothing at ${ctx.path}.`);
      }
    } catch (error) {
      const failure = error instanceof Failure ? error : asFailure(error);
      if (!failure || failure.kind === 'DependencyDown') ctx.state['fault'] = failure?.cause ?? error;
      const status = failure ? failures[failure.kind].status : 500;
      const words =
        failure?.message ?? `Something went wrong on our side. Please quote request ${ctx.state['requestId']}.`;
      if (ctx.accepts('json', 'html') === 'html') {
        const title = status === 404 ? 'Not here' : 'That did not work';
        sendPage(
          ctx,
          assets,
          { title },
          <div class="lost">
            <p class="lost-status">{status}</p>
            <h1>{title}</h1>
            <p>{words}</p>
            <a class="button" href="/">
              To the start
            </a>
          </div>,
        );
      } else {
        ctx.body = { error: words };
      }
      ctx.status = status;
    }
  };
}
