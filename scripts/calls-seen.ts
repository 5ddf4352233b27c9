// Draws docs/calls-seen.md: each call of the specification, and the day on which a browser last saw it work. The journeys note what
// they see (`npm run e2e`); days of earlier runs stay. Tells which calls are missing or stale, and ends with 1 if there are any.
import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';
import { SEEN_FILE, SPECIFIED, specifiedOf } from './lib/calls-seen.ts';

const PAGE = new URL('../docs/calls-seen.md', import.meta.url);
const STALE_DAYS = 30;
const DAY_MS = 86_400_000;
const NEVER = '—';

const textOf = (file: string | URL): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** The last day on which each call was seen: from the page as it is now, and from the notes since then. */
async function daysSeen(): Promise<Map<string, string>> {
  const drawn = [...(await textOf(PAGE)).matchAll(/^\| `([^`]+)`\s*\| (\d{4}-\d\d-\d\d)/gm)];
  const noted = [...(await textOf(SEEN_FILE)).matchAll(/^(\d{4}-\d\d-\d\d) (\S+ \S+)$/gm)];
  const days = new Map<string, string>();
  const note = (call: string | undefined, day: string): void => {
    if (call !== undefined && day > (days.get(call) ?? '')) days.set(call, day);
  };
  for (const [, call, day = ''] of drawn) note(call, day);
  for (const [, day = '', seen = ''] of noted) note(specifiedOf(seen), day);
  return days;
}

const days = await daysSeen();
const seen = SPECIFIED.filter((call) => days.has(call));
const page = `# When each call was last seen working

\`npm run calls\` draws this page from what the journeys in a browser note: a call counts as seen on the day on which its answer was a success in Chromium, alone or as a
part of a batch. ${seen.length} of the ${SPECIFIED.length} calls of the specification have been seen${seen.length < SPECIFIED.length ? '; the others are proved by the tests of calls only' : ''} ([specification](specification.md)).

No screen asks seven of them, because wider calls do the same: \`allowed-programs\` of the contract and of a service (\`allowed-draw-programs\`), \`get-orders-timeline\` (\`order/{order_id}\`), and \`infos\`, \`duty\`, \`days-left\`
(\`user/list\`), \`mobile-package\` (\`internet-contract/change-program\` and \`notice/choose\`). A page asks them itself in \`e2e/services/services.test.ts\`.

| call | last seen |
| - | - |
${SPECIFIED.map((call) => `| \`${call}\` | ${days.get(call) ?? NEVER} |`).join('\n')}
`;
await writeFile(PAGE, (await format('calls-seen.md', page)).code);

const today = Date.now();
const stale = seen.filter((call) => today - Date.parse(days.get(call) ?? '') > STALE_DAYS * DAY_MS);
const missing = SPECIFIED.filter((call) => !days.has(call));
console.log(`Seen: ${seen.length} of ${SPECIFIED.length}`);
for (const call of missing) console.log(`never seen: ${call}`);
for (const call of stale) console.log(`not seen since ${days.get(call)}: ${call}`);
process.exitCode = missing.length + stale.length > 0 ? 1 : 0;
