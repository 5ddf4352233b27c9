// Writes the descriptions of the API in docs from the contract; a test says when one is stale.
import { writeFile } from 'node:fs/promises';
import { openApi, operatorOpenApi } from '../server/src/http/open-api.ts';

const write = (name: string, described: unknown) =>
  writeFile(new URL(`../docs/${name}`, import.meta.url), `${JSON.stringify(described, null, 2)}\n`);

await write('openapi.json', openApi());
await write('openapi-operator.json', operatorOpenApi());
