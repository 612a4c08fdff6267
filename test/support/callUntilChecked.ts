import { type Answer, call } from './client.ts';

const maxAttempts = 5;

/** Sends a body that is checked in a thread, and again if that was ended because the machine stood still for 5 s. */
export async function callUntilChecked(path: string, body: unknown): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call(path, { body });
    const isUnchecked = String(answer.body['error']).includes('takes too long to check');
    if (!isUnchecked || attempt === maxAttempts) return answer;
  }
}
