// `npm run openapi [-- <folder>]`: writes the descriptions of both APIs, by default into dist/. The portal serves the first one itself.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApi } from '../server/src/http/api/open-api.ts';
import { operatorOpenApi } from '../server/src/http/staff/staff-open-api.ts';

const [folder = 'dist'] = process.argv.slice(2);
const write = (name: string, described: unknown) =>
  writeFile(join(folder, name), `${JSON.stringify(described, null, 2)}\n`);

await mkdir(folder, { recursive: true });
await write('openapi.json', openApi());
await write('openapi-staff.json', operatorOpenApi());
