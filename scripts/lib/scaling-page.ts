import { readFileSync } from 'node:fs';
import { tableOf } from '../../server/src/operator/markdown-table.ts';
import { KEPT_ELSEWHERE } from '../../server/test/scaling/elsewhere.ts';
import { lostForeignKeys } from '../../server/test/scaling/obstacles.ts';
import { BEYOND_CONTRACT, kindOf, LOOK_UPS, PLACES, type Place } from '../../server/test/scaling/placement.ts';
import { writtenTables, type WrittenTable } from '../../server/test/scaling/written-schema.ts';

const HEAD = `# Where each table would lie

\`npm run docs\` draws this page from \`server/test/scaling\` and [schema.sql](schema.sql); \`placement.test.ts\` there fails when it is stale, or when
a table has no place. [scaling.md](scaling.md) says what it is for. What is divided lies with its contract; a reference table lies on every server;
a local one stays whole on the first.
`;

const schema = (): string => readFileSync(new URL('../../docs/schema.sql', import.meta.url), 'utf8');
const code = (text: string): string => `\`${text}\``;

export function scalingPage(): string {
  const tables = writtenTables(schema());
  const divided = tables.filter(({ name }) => kindOf(name) === 'divided');
  const others = tables.filter(({ name }) => kindOf(name) !== 'divided');
  return [
    HEAD,
    `## Divided by contract: ${divided.length}\n`,
    'Where the column is not `contract_id`, the table gets one while it is divided (scaling.md), and its unique keys get it as their first column.\n',
    tableOf([['table', 'its contract is told by', 'foreign keys that go'], ...divided.map(rowOfDivided)]),
    `\n## Whole: ${others.length}\n`,
    tableOf([['table', 'where', 'foreign keys that go'], ...others.map(rowOfWhole)]),
    '\n## Unique keys over all contracts\n',
    tableOf([
      ['unique key', 'what keeps it'],
      ...Object.entries(KEPT_ELSEWHERE).map(([key, keeper]) => [code(key), keeper]),
    ]),
    '\n## Look-ups of the subscribers’ calls that name no contract\n',
    tableOf([
      ['what is looked up', 'what answers it on several servers'],
      ...LOOK_UPS.map(({ table, column, answeredBy }) => [code(`${table}.${column}`), answeredBy]),
      ...BEYOND_CONTRACT.map(([part, reason]) => [code(part), reason]),
    ]),
    '',
  ].join('\n');
}

const rowOfDivided = (table: WrittenTable): string[] => {
  const place = PLACES.get(table.name);
  return [code(table.name), typeof place === 'object' && 'by' in place ? code(place.by) : '', lost(table)];
};

const rowOfWhole = (table: WrittenTable): string[] => [code(table.name), whereOf(PLACES.get(table.name)), lost(table)];

const whereOf = (place: Place | undefined): string =>
  typeof place === 'object' && 'local' in place ? `local: ${place.local}` : 'on every server';

const lost = (table: WrittenTable): string => lostForeignKeys(table).map(code).join(', ');
