const apiPath = /^\/(v1|healthz|readyz)(\/|$)/;

/** These are the API's, whoever asks; every other one is the dashboard's. */
export function isApiPath(path: string): boolean {
  return apiPath.test(path);
}
