import type { Middleware, Translation } from '../../http/context.ts';

/** For requests whose body is put into the words of /v1. */
export function inWordsOf(translation: Translation): Middleware {
  return async (ctx, next) => {
    ctx.state.translation = translation;
    await next();
  };
}
