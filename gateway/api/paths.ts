const apiPath = /^\/(v1|healthz|readyz)(\/|$)/;

/** These are the API's, whoever asks; every other one is the dashboard's. */
export const isApiPath = (path: string): boolean => apiPath.test(path);
