/** The result that a finished workflow has stored. If it is missing, the request fails: an empty success would be a lie. */
export function storedResult<T>(result: T | null | undefined, id: string): T {
  if (result === undefined || result === null) throw new Error(`the result of ${id} is missing from storage`);
  return result;
}
