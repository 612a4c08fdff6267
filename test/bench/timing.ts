export async function msOf(step: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await step();
  return performance.now() - started;
}

export async function secondsOf(step: () => Promise<unknown>): Promise<number> {
  return (await msOf(step)) / 1_000;
}
