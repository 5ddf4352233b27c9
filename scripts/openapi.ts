// Writes the descriptions of the API and the pages of commands and of imports in docs from the contract; a test fails when one is stale.
import { writeFile } from 'node:fs/promises';
import { openApi, operatorOpenApi } from '../server/src/http/api/open-api.ts';
import { commandsPage } from '../server/src/operator/commands-page.ts';
import { importPage } from '../server/src/operator/import-page.ts';

const write = (name: string, text: string) => writeFile(new URL(`../docs/${name}`, import.meta.url), text);
const written = (described: unknown) => `${JSON.stringify(described, null, 2)}\n`;

await write('openapi.json', written(openApi()));
await write('openapi-operator.json', written(operatorOpenApi()));
await write('operator.ru.md', commandsPage());
await write('import.ru.md', importPage());
