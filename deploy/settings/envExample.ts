/** The text of `.env.example`: every setting with its default. */
import { settingsTable } from '../../runtime/settings.ts';

export function envExample(): string {
  return [
    '# Every setting with its default. Copy to .env and change what you need; an empty value counts as unset.',
    ...Object.entries(settingsTable).flatMap(([name, { default: fallback, about }]) => [
      '',
      `# ${about}`,
      `#${name}=${fallback ?? ''}`,
    ]),
    '',
  ].join('\n');
}
