/** Of the name that a search of the image API is for. */
export const maxQueryLength = 100;
