import { z } from 'zod';
import { REFUSAL_TEXTS } from '#domain/payments/payment-agents/outcome.ts';
import { reconcile, type RegisterFinding, type RegisterRow } from '#domain/payments/payment-agents/reconcile.ts';
import { conflicts } from '#domain/payments/payment-agents/payment-agent.queries.ts';
import type { PaymentAgent } from '#domain/payments/payment-agents/payment-agent.ts';
import { rubles } from '#domain/shared/text.rules.ts';
import { Account, readFields, Sum, TxnId } from '#http/payment-agent/fields.ts';
import { formatOf } from '#http/payment-agent/formats.ts';
import { dayOf, WrongArgument, type Command, type Tools } from '../command.ts';
import { readTable } from '../table-file.ts';

export const paymentAgentCommands: readonly Command[] = [
  {
    words: ['agents', 'reconcile'],
    arguments: ['<источник>', '<день>', '<файл.csv>'],
    help: 'сверить день с реестром банка или терминалов',
    run: reconcileDay,
  },
  {
    words: ['agents', 'conflicts'],
    arguments: [],
    help: 'повторы платежа с другой суммой или другим счётом',
    run: listConflicts,
  },
];

/** As the protocols call them. */
const COLUMNS = { txn_id: ['txn_id', 'pay_id'], account: ['account'], sum: ['sum', 'amount'] } as const;
const Row = z.object({ txn_id: TxnId, account: Account, sum: Sum });
const REFUSALS = { txn_id: 'txn_unreadable', account: 'account_unreadable', sum: 'sum_unreadable' } as const;

async function reconcileDay(tools: Tools, [name = '', text = '', path = '']: readonly string[]): Promise<number> {
  const { db, now, provider, say } = tools;
  const agent = paymentAgentNamed(tools.agents, name);
  const day = dayOf(text);
  const { rows, unread } = await readRegister(path);
  const at = { now, zone: provider.time_zone };
  const findings = await reconcile(db, agent, formatOf(agent), { day, rows }, at);
  for (const line of [...unread, ...findings.map(findingText)]) say(line);
  const left = unread.length + findings.filter(({ what }) => what !== 'credited').length;
  say(
    `В реестре ${rows.length + unread.length}, зачислено сейчас ${findings.length + unread.length - left}, ждёт человека ${left}`,
  );
  return left === 0 ? 0 : 1;
}

function paymentAgentNamed(agents: readonly PaymentAgent[], name: string): PaymentAgent {
  const agent = agents.find((one) => one.name === name);
  if (agent) return agent;
  throw new WrongArgument(`Такого источника нет. Есть: ${agents.map((one) => one.name).join(', ') || 'ни одного'}`);
}

/** Lines that cannot be read are told, and the others taken. */
async function readRegister(path: string): Promise<{ rows: RegisterRow[]; unread: string[] }> {
  const rows: RegisterRow[] = [];
  const unread: string[] = [];
  for (const { line, cells } of await readTable(path, COLUMNS)) {
    const read = readFields(Row, new Map(Object.entries(cells)), REFUSALS);
    if (typeof read === 'string') unread.push(`Строка ${line}: ${REFUSAL_TEXTS[read].toLowerCase()}`);
    else rows.push({ txnId: read.txn_id, account: read.account, amount: read.sum });
  }
  return { rows, unread };
}

function findingText({ txnId, account, amount, what }: RegisterFinding): string {
  const payment = `${txnId}  счёт ${account}  ${rubles(amount)}`;
  if (what === 'credited') return `${payment}: у нас не было, зачислен`;
  if (what === 'ours_only') return `${payment}: у нас зачислен, в реестре его нет`;
  return `${payment}: в реестре есть, не зачислен: ${REFUSAL_TEXTS[what].toLowerCase()}`;
}

async function listConflicts({ db, say }: Tools): Promise<number> {
  const found = await db.read(conflicts);
  for (const row of found) {
    const first = `зачислен на счёт ${row.first_account}, ${rubles(row.first_amount)}`;
    const again = `пришёл на счёт ${row.account_typed}, ${rubles(row.amount)}`;
    say(`${row.last_at}  ${row.source}:${row.txn_id}  ${first}; ${again}, раз: ${row.times}`);
  }
  say(found.length === 0 ? 'Таких нет' : `Всего ${found.length}`);
  return found.length === 0 ? 0 : 1;
}
