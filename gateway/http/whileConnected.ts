import type { ServerResponse } from 'node:http';

/** Runs work with a signal that aborts if the caller leaves before it is answered. */
export async function whileConnected<T>(
  response: ServerResponse,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const leaving = new AbortController();
  const leave = () => leaving.abort(new Error('the caller has left'));
  response.once('close', leave);
  if (response.destroyed) leave();
  try {
    return await work(leaving.signal);
  } finally {
    response.off('close', leave);
  }
}
