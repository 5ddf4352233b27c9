import type { ImportRows } from '@kabinet/contract/staff';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { dayText, rubles } from '#server/domain/shared/text.rules.ts';
import type { Arrival, JudgedKnown } from './arrival.ts';
import { take } from './portions/take.ts';
import { NAMED } from './refused.ts';
import { balance, day, maybe, must, oneOf, words } from './cells.ts';
import { formerLinesOf, openAccountsOf, type FormerLine } from './contracts.queries.ts';
import { keepFormerLines, newAccounts, type NewFormerLine } from './portions/openings.queries.ts';

/** What a line is called, and where its money goes; that of a `correction` goes where its sign says. */
const KINDS = {
  платёж: { kind: 'payment', sign: 1, name: 'Платёж' },
  списание: { kind: 'charge', sign: -1, name: 'Списание' },
  возврат: { kind: 'refund', sign: -1, name: 'Возврат' },
  перерасчёт: { kind: 'correction', sign: 1, name: 'Перерасчёт' },
} as const;

const WITH_DOTS: Readonly<Record<string, string>> = { платеж: 'платёж', перерасчет: 'перерасчёт' };

const METHODS = { наличные: 'cash', карта: 'card', сбп: 'sbp', банк: 'bank' } as const;

const methodName = ({ method }: Pick<FormerLine, 'method'>): string | null =>
  Object.entries(METHODS).find(([, known]) => known === method)?.[0] ?? null;

const LINE = {
  account: must(words(30)),
  operation: must(words(60)),
  day: must(day),
  kind: must((cell) => oneOf(KINDS)(WITH_DOTS[cell.toLowerCase()] ?? cell)),
  amount: must(balance),
  text: maybe(words(200)),
  method: maybe(oneOf(METHODS)),
};

/** The lines of the former system, of accounts that come with them: an open account's past stays as it is. */
export async function takeHistory(arrival: Arrival, rows: ImportRows['history']): Promise<void> {
  const { tx, today } = arrival;
  await take(arrival, {
    table: 'history',
    rows,
    readers: LINE,
    keyOf: ({ account, operation }) => `${account}\n${operation}`,
    look: async (read) => {
      const named = [...new Set(read.map(({ account }) => account))];
      const fresh = new Map((await newAccounts(tx, named)).map((one) => [one.account_no, one.account_id]));
      const others = named.filter((account) => !fresh.has(account));
      const open = new Set((await openAccountsOf(tx, others)).map(({ account_no }) => account_no));
      const asked = read
        .filter(({ account }) => open.has(account))
        .map(({ account, operation }) => ({ account_no: account, operation }));
      const known = new Map(
        (await formerLinesOf(tx, asked)).map((one) => [`${one.account_no}\n${one.operation}`, one]),
      );
      return ({ account, operation, day: on, kind: { kind, sign, name }, amount: typed, text, method }) => {
        const wrong = wrongLine(kind, { amount: typed, method, isComing: on > today });
        if (wrong !== undefined) return { wrong };
        const amount = kopecks(sign * typed);
        const line = { account_no: account, operation, day: on, kind, amount, text: text ?? name, method };
        const account_id = fresh.get(account);
        if (account_id !== undefined) return { fresh: { ...line, account_id } };
        if (!open.has(account))
          return { wrong: `счёта ${account} нет: добавьте его в accounts.csv`, lacks: [NAMED.account(account)] };
        return judgeKnown(known.get(`${account}\n${operation}`), line, today);
      };
    },
    insert: (lines) => {
      addToPast(arrival, lines);
      return keepFormerLines(tx, lines);
    },
  });
}

/** What lines count as, by the side of their kind (decision 0152). */
function addToPast({ opened }: Arrival, lines: readonly NewFormerLine[]): void {
  const sumOf = (...kinds: readonly FormerLine['kind'][]) =>
    lines.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0);
  const { paid, charged } = opened.past ?? { paid: 0, charged: 0 };
  opened.past = {
    paid: kopecks(paid + sumOf('payment', 'refund')),
    charged: kopecks(charged - sumOf('charge', 'correction')),
  };
}

/** A line of an account that is open: `same` is what is there under its number. */
function judgeKnown(same: FormerLine | undefined, given: FormerLine, today: Day): JudgedKnown<'history'> {
  if (!same) return { wrong: `счёт ${given.account_no} уже открыт без этой строки: прошлое приходит вместе со счётом` };
  if (same.day === given.day && same.kind === given.kind && same.amount === given.amount)
    return { known: { text: [same.text, given.text], method: [methodName(same), methodName(given)] } };
  return { wrong: `под этим номером уже есть ${rubles(same.amount)} за ${dayText(same.day, today)}` };
}

/** What cannot be, whatever the account. */
function wrongLine(
  kind: FormerLine['kind'],
  { amount, method, isComing }: Pick<FormerLine, 'amount' | 'method'> & { readonly isComing: boolean },
): string | undefined {
  if (isComing) return 'день: ещё не наступил';
  if (amount === 0) return 'сумма: ноль. Уберите строку';
  if (amount < 0 && kind !== 'correction') return 'сумма: без минуса, куда идут деньги, говорит вид';
  if (method !== null && kind !== 'payment' && kind !== 'refund') return 'способ: бывает только у платежа и возврата';
  return undefined;
}
