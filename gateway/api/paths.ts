const apiPath = /^\/(v1|v2|mcp|healthz|readyz)(\/|$)/;

/** Whether a path belongs to the API; every other one belongs to the dashboard. */
export function isApiPath(path: string): boolean {
  return apiPath.test(path);
}

/** Whether a path is of the API in the dialect of existing clients. */
export function isV2Path(path: string): boolean {
  return path.startsWith('/v2/');
}
