/** `npm run settings`: writes `.env.example` and docs/settings.md from runtime/settings.ts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { envExample } from './envExample.ts';
import { settingsPage } from './page.ts';

writeFileSync('.env.example', envExample());
mkdirSync('docs', { recursive: true });
writeFileSync('docs/settings.md', settingsPage());
