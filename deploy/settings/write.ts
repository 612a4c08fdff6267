/** `npm run settings`: brings `.env.example` and the README's table up to date with runtime/settings.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { envExample, settingsMarkdown } from './envExample.ts';

writeFileSync('.env.example', envExample());
const readme = readFileSync('README.md', 'utf8');
writeFileSync(
  'README.md',
  readme.replace(
    /(<!-- settings -->\n)[\s\S]*?(\n<!-- \/settings -->)/,
    (_, before, after) => before + settingsMarkdown() + after,
  ),
);
