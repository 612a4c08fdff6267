/** Rejects if the work takes longer than `timeoutMs`. The work itself goes on. */
export function withTimeout<T>(timeoutMs: number, work: Promise<T>, error: string | Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(typeof error === 'string' ? new Error(error) : error), timeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
