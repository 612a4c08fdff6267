import { Failure } from '../../../contracts/failures.ts';

export const maxNameLength = 80;

export function parseName(typed: string): string {
  const text = typed.trim();
  if (text === '' || text.length > maxNameLength)
    throw new Failure('InvalidRequest', `A name must have 1 to ${maxNameLength} characters.`);
  return text;
}
