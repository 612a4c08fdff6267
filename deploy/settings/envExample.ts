/** The text of `.env.example`: every setting with its default. */
import { allSettings } from './subjects.ts';

export function envExample(): string {
  return [
    '# Every setting with its default. Copy to .env and change what you need; an empty value counts as unset.',
    ...Object.entries(allSettings).flatMap(([name, { default: fallback, about }]) => [
      '',
      `# ${about}`,
      `#${name}=${fallback ?? ''}`,
    ]),
    '',
  ].join('\n');
}
