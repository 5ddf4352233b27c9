// Makes the filter of leaked passwords that the server carries: `node scripts/leaked-passwords.ts passwords.json`, a JSON list of words.
import { readFile, writeFile } from 'node:fs/promises';
import { bitsOf, filterSize } from '../server/src/domain/identity/credentials/leaked.ts';
import { PASSWORD_LENGTH } from '../contract/src/kernel/service-password.ts';

const [list] = process.argv.slice(2);
if (list === undefined) throw new Error('Name the list: a JSON file with an array of passwords');

const all = JSON.parse(await readFile(list, 'utf8')) as string[];
// Shorter ones fail the rule of length.
const words = [...new Set(all.map((word) => word.toLowerCase()))].filter(
  (word) => word.length >= PASSWORD_LENGTH.least,
);

const filter = Buffer.alloc(filterSize(words.length));
for (const word of words) {
  for (const bit of bitsOf(word, filter.length)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
}
await writeFile(new URL('../server/src/domain/identity/credentials/leaked-passwords.bloom', import.meta.url), filter);
console.log(`${words.length} passwords, ${filter.length} bytes`);
