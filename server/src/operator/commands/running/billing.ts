import type { Result } from '@kabinet/contract/kernel/call/call';
import { IMPORT_TABLES, MOST_TOLD_ROWS, TOLD_TABLES, type OperatorContract } from '@kabinet/contract/staff';
import { said, saidIf, type CommandOutput, type CommandsOf } from '../../command.ts';
import { issuedText, plural } from '#server/domain/shared/text.rules.ts';
import { openTable } from '../../table-file.ts';
import { openFolder } from './import-folder.ts';

type Billing = OperatorContract['billing'];
type Told = Result<Billing['tables']>;
type Outcomes = Result<Billing['balances']>;
type Request = Result<Billing['requests']>['requests'][number];

const BALANCES = {
  account_no: ['account', 'счёт'],
  version: ['version', 'версия'],
  balance: ['balance', 'остаток'],
  counted_to: ['counted_to', 'учтён запрос'],
} as const;
const SERVICES = {
  login: ['login', 'логин'],
  version: ['version', 'версия'],
  state: ['state', 'состояние'],
  plan: ['plan', 'тариф'],
  until: ['until', 'пауза до'],
} as const;

type Absent = 'counted_to' | 'plan' | 'until';
const ABSENT: ReadonlySet<Absent> = new Set(['counted_to', 'plan', 'until'] as const);

/** Rows without their lines, as many at once as one call takes; an empty cell says nothing. */
async function* rowsOf(path: string, columns: typeof BALANCES | typeof SERVICES) {
  const table = await openTable<string, Absent>(path, columns, ABSENT);
  let rows: object[] = [];
  for await (const { line: _, ...cells } of table) {
    rows.push(Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== '')));
    if (rows.length < MOST_TOLD_ROWS) continue;
    yield { rows };
    rows = [];
  }
  if (rows.length > 0) yield { rows };
}

const join = (one: Outcomes, other: Outcomes): Outcomes => ({
  taken: one.taken + other.taken,
  rows: [...one.rows, ...other.rows],
});

function tellOutcomes({ taken, rows }: Outcomes): CommandOutput {
  const wrong = rows.filter(({ outcome }) => outcome === 'unknown' || outcome === 'conflict');
  return saidIf(
    wrong.length > 0,
    ...wrong.map(({ key, reason }) => `${key}: ${reason ?? ''}`),
    `Принято ${taken}, без изменений ${rows.length - taken - wrong.length}, не принято ${wrong.length}`,
  );
}

/** Rows of all tables in their order, as many at once as one call takes: what a row needs comes before it. */
async function* toldBatches(folder: string) {
  const files = await openFolder(folder, TOLD_TABLES);
  let [tables, count]: [Record<string, object[]>, number] = [{}, 0];
  for (const table of TOLD_TABLES) {
    for await (const { line: _, ...cells } of files[table] ?? []) {
      (tables[table] ??= []).push(cells);
      count += 1;
      if (count < MOST_TOLD_ROWS) continue;
      yield { tables };
      [tables, count] = [{}, 0];
    }
  }
  if (count > 0) yield { tables };
}

/** «договоры: 7004» */
const rowName = (table: Told['rows'][number]['table'], key: string): string => `${IMPORT_TABLES[table].help}: ${key}`;

function tellTables({ taken, rows }: Told): CommandOutput {
  const wrong = rows.filter(({ outcome }) => outcome === 'refused' || outcome === 'partly');
  const dependants = wrong.filter(({ because }) => because !== null).length;
  return saidIf(
    wrong.length > 0,
    ...wrong
      .filter(({ because }) => because === null)
      .map(({ table, key, reasons }) => `${rowName(table, key)}: ${reasons.join('; ')}`),
    ...(dependants > 0 ? [`Из-за этих строк не приняты ещё ${plural(dependants, ['строка', 'строки', 'строк'])}`] : []),
    `Принято ${taken}, без изменений ${rows.length - taken - wrong.length}, не принято или принято не целиком ${wrong.length}`,
  );
}

const TOLD_NAMES = {
  balance: 'Остаток',
  service: 'Услуга',
} as const;

const conflictName = (told: Conflict['told'], key: string): string =>
  told === 'balance' || told === 'service' ? `${TOLD_NAMES[told]} ${key}` : `Строка «${rowName(told, key)}»`;

const STATES = { waiting: 'ждёт ответа', confirmed: 'подтверждён', refused: 'отказ' } as const;

const lineOf = ({ request_no: no, kind, contract_id, made_at, state, reason, body }: Request, zone: string): string =>
  `${no}  ${issuedText(made_at, zone)}  ${kind}  договор ${contract_id}  ${STATES[state]}${reason === null ? '' : `: ${reason}`}  ${JSON.stringify(body)}`;

type Conflict = Result<Billing['conflicts']>['rows'][number];

const conflictLine = ({ told, key, reason, first_at, times, dependants }: Conflict, zone: string): string =>
  `${conflictName(told, key)}: ${reason}; с ${issuedText(first_at, zone)}, раз: ${times}${
    dependants > 0 ? `; из-за неё ждут ещё ${plural(dependants, ['строка', 'строки', 'строк'])}` : ''
  }`;

export const billingCommands: CommandsOf<Billing> = {
  balances: { read: ({ rows: path = '' }) => rowsOf(path, BALANCES), join, tell: tellOutcomes },
  services: { read: ({ rows: path = '' }) => rowsOf(path, SERVICES), join, tell: tellOutcomes },
  tables: {
    read: ({ tables = '' }) => toldBatches(tables),
    join: (one, other) => ({ taken: one.taken + other.taken, rows: [...one.rows, ...other.rows] }),
    tell: tellTables,
  },
  requests: {
    tell: ({ requests, more }, zone) => {
      if (requests.length === 0) return said('Ничего не ждёт ответа');
      const after = requests.at(-1)?.request_no ?? 0;
      return said(
        ...requests.map((one) => lineOf(one, zone)),
        more ? `Дальше: --after=${String(after)}` : 'Это все запросы',
      );
    },
  },
  answer: {
    tell: ({ request_no: no, outcome }) =>
      said(outcome === 'known' ? 'Так уже ответили, ничего не изменилось' : `Ответ на запрос ${no} записан`),
  },
  conflicts: {
    tell: ({ rows, refused }, zone) =>
      saidIf(
        rows.length + refused.length > 0,
        ...rows.map((one) => conflictLine(one, zone)),
        ...refused.map((one) => lineOf(one, zone)),
        rows.length + refused.length === 0
          ? 'Всё принято'
          : 'Исправьте это в другой системе: следующая верная строка уберёт прежнюю отсюда',
      ),
  },
};
