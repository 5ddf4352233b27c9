import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { said, saidIf, type CommandOutput, type CommandsOf } from '../../command.ts';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { openTable } from '../../table-file.ts';

type Billing = OperatorContract['billing'];
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

/** The most rows of one call. */
const MOST_ROWS = 1000;

/** Rows without their lines, as many at once as one call takes; an empty cell says nothing. */
async function* rowsOf(path: string, columns: typeof BALANCES | typeof SERVICES) {
  const table = await openTable<string, Absent>(path, columns, ABSENT);
  let rows: object[] = [];
  for await (const { line: _, ...cells } of table) {
    rows.push(Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== '')));
    if (rows.length < MOST_ROWS) continue;
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

const STATES = { waiting: 'ждёт ответа', confirmed: 'подтверждён', refused: 'отказ' } as const;

const lineOf = ({ request_no: no, kind, contract_id, made_at, state, reason, body }: Request, zone: string): string =>
  `${no}  ${issuedText(made_at, zone)}  ${kind}  договор ${contract_id}  ${STATES[state]}${reason === null ? '' : `: ${reason}`}  ${JSON.stringify(body)}`;

export const billingCommands: CommandsOf<Billing> = {
  balances: { read: ({ rows: path = '' }) => rowsOf(path, BALANCES), join, tell: tellOutcomes },
  services: { read: ({ rows: path = '' }) => rowsOf(path, SERVICES), join, tell: tellOutcomes },
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
        ...rows.map(
          ({ told, key, reason, first_at, times }) =>
            `${told === 'balance' ? 'Остаток' : 'Услуга'} ${key}: ${reason}; с ${issuedText(first_at, zone)}, раз: ${times}`,
        ),
        ...refused.map((one) => lineOf(one, zone)),
        rows.length + refused.length === 0
          ? 'Всё принято'
          : 'Исправьте это в другой системе: следующая верная строка уберёт прежнюю отсюда',
      ),
  },
};
