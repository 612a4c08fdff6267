/** The text of docs/settings.md: every setting with its default, grouped by subject. */
import { allSettings, subjectOf, subjects } from './subjects.ts';

export function settingsPage(): string {
  return [
    '<!-- Generated from runtime/settings.ts by `npm run settings`; do not edit. -->',
    '',
    '# Settings',
    '',
    'Every setting is an environment variable; `npm start` also reads `.env`, and an empty value counts as unset.',
    ...subjects.flatMap((subject) => ['', `## ${subject}`, '', ...tableOf(subject)]),
    '',
  ].join('\n');
}

function tableOf(subject: string): string[] {
  const subjectsByName: Readonly<Record<string, string>> = subjectOf;
  const rows = Object.entries(allSettings)
    .filter(([name]) => subjectsByName[name] === subject)
    .map(
      ([name, { default: fallback, about }]) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : '–'} | ${about} |`,
    );
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows];
}
