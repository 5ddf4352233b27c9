// Writes docs/openapi.json from the contract; a test fails when it is stale.
import { writeFile } from 'node:fs/promises';
import { openApi } from '../server/src/http/open-api.ts';

await writeFile(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(openApi(), null, 2)}\n`);
