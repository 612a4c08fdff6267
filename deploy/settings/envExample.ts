/** The text of `.env.example`: every setting with its default. `npm run settings` writes it, a test compares it. */
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

/** The same as a table for the README. */
export function settingsMarkdown(): string {
  return [
    '| setting | default | what it is |',
    '| --- | --- | --- |',
    ...Object.entries(settingsTable).map(
      ([name, { default: fallback, about }]) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : '–'} | ${about} |`,
    ),
  ].join('\n');
}
