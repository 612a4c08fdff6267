import { Failure, failures } from '../../contracts/failures.ts';
import { nothingAt } from '../api/router.ts';
import type { Middleware } from '../http/context.ts';
import { faultOf, retryAfterSeconds } from '../http/faults.ts';
import { failureOf } from '../temporal/failures.ts';
import type { Assets } from './assets.ts';
import { Message } from './view/Message.tsx';
import { sendPage } from './view/send.tsx';

/** Answers any error with a page for people, or with `{error}` for scripts. */
export function showFailures(assets: Assets): Middleware {
  return async (ctx, next) => {
    const isForPeople = ctx.accepts('json', 'html') === 'html';
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined)
        throw new Failure('NotFound', isForPeople ? `There is nothing at ${ctx.path}.` : nothingAt(ctx.path));
    } catch (error) {
      const failure = error instanceof Failure ? error : failureOf(error);
      ctx.state.fault = faultOf(error, failure);
      const status = failure ? failures[failure.kind].status : 500;
      const message =
        failure?.message ?? `Something went wrong on our side. Please quote request ${ctx.state.requestId}.`;
      if (isForPeople) {
        const title = status === 404 ? 'Page not found' : 'That did not work';
        sendPage(ctx, assets, { title }, <FailurePage status={status} title={title} message={message} />);
      } else {
        ctx.body = { error: message };
      }
      if (status === 503) ctx.set('Retry-After', String(retryAfterSeconds));
      ctx.status = status;
    }
  };
}

function FailurePage({ status, title, message }: { status: number; title: string; message: string }) {
  return (
    <div class="lost">
      <p class="lost-status">{status}</p>
      <h1>{title}</h1>
      <p>
        <Message text={message} />
      </p>
      <a class="button" href="/">
        Go to the home page
      </a>
    </div>
  );
}
