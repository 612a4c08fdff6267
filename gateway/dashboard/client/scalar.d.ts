/** What /v1/docs/scalar.js defines for every script of its page. */
declare const Scalar: { createApiReference(place: string, configuration: object): unknown };
