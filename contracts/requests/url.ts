export const maxUrlLength = 8192;

/** What the OpenAPI document calls its format; requests are checked with sentences of their own, which say what to do. */
const uri = { type: 'string', 'x-format': 'uri' } as const;

/** The address that a request is about. */
export const urlSchema = { ...uri, minLength: 1, maxLength: maxUrlLength } as const;

/** Addresses of which each is judged by itself: one that cannot be read need not refuse the others. */
export const listedUrlSchema = uri;
