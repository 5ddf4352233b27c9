// Writes the pages of docs that the code tells: commands, imports, settings, our own calls. A test fails when one is stale.
import { writeFile } from 'node:fs/promises';
import { settingsPage } from '../server/src/config/settings-page.ts';
import { commandsPage } from '../server/src/operator/commands-page.ts';
import { importPage } from '../server/src/operator/import-page.ts';
import { ownCallsPage } from './lib/own-calls.ts';
import { scalingPage } from './lib/scaling-page.ts';

const write = (name: string, text: string) => writeFile(new URL(`../docs/${name}`, import.meta.url), text);

await write('operator.ru.md', commandsPage());
await write('import.ru.md', importPage());
await write('settings.md', settingsPage('en'));
await write('settings.ru.md', settingsPage('ru'));
await write('own-calls.md', ownCallsPage());
await write('scaling-tables.md', scalingPage());
