const apiPath = /^\/(v1|healthz|readyz)(\/|$)/;

/** Whether a path belongs to the API; every other one belongs to the dashboard. */
export function isApiPath(path: string): boolean {
  return apiPath.test(path);
}
