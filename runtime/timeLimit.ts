/** What work comes to, if it does so in time; rejects otherwise, while the work goes on. */
export function inTime<T>(ms: number, work: Promise<T>, tooLate: string | Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(typeof tooLate === 'string' ? new Error(tooLate) : tooLate), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
