import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { notifyAll } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { dueSums, planAnew, planAsUsual } from '../charging/charging.queries.ts';
import { debtReminder } from '../debt/notices.ts';
import { noteReminders, owingAccounts, owingOf } from './debtors.queries.ts';
import { debtorsFrom, type Debtor, type OwingAccount } from './debtors.rules.ts';

/** All who owe, or those of a town, by today's prices: the sums that the subscribers themselves see. */
export async function allDebtors(tx: Tx, town: string | undefined, at: At): Promise<Debtor[]> {
  return debtorsOf(tx, await owingAccounts(tx, town), at);
}

async function debtorsOf(tx: Tx, owing: readonly OwingAccount[], { now, zone }: At): Promise<Debtor[]> {
  const today = dayIn(zone, now);
  const due = await dueByAccount(tx, owing, today);
  return debtorsFrom(owing, (accountId) => due.get(accountId) ?? kopecks(0), { today, zone });
}

async function dueByAccount(tx: Tx, owing: readonly OwingAccount[], today: Day): Promise<ReadonlyMap<number, Kopecks>> {
  const off = owing.filter(({ debt_since }) => debt_since !== null).map(({ account_id }) => account_id);
  if (off.length === 0) return new Map();
  await planAnew(tx);
  const sums = await dueSums(tx, off, today);
  await planAsUsual(tx);
  return new Map(sums.map(({ account_id, due }) => [account_id, due]));
}

/** Why somebody gets no reminder. */
type WhyNotReminded = 'owes_nothing' | 'reminded_today';

interface Reminded {
  readonly reminded: readonly Debtor[];
  readonly skipped: readonly { readonly contract_id: number; readonly why: WhyNotReminded }[];
}

/** Reminds those who owe by their channels, each once a day. */
export async function remindDebtors(
  tx: Tx,
  contracts: readonly number[],
  { by, at }: { by: string; at: At },
): Promise<Reminded> {
  const asked = [...new Set(contracts)];
  const debtors = await debtorsOf(tx, await owingOf(tx, asked), at);
  const owing = new Set(debtors.map(({ contractId }) => contractId));
  const day = dayIn(at.zone, at.now);
  const noted = new Set((await noteReminders(tx, [...owing], { day, by, now: at.now })).map((one) => one.contract_id));
  const reminded = debtors.filter(({ contractId }) => noted.has(contractId));
  const list = reminded.map((debtor) => ({ contractId: debtor.contractId, data: reminderOf(debtor, day, at.zone) }));
  await notifyAll(tx, debtReminder, list, at);
  const skipped = asked
    .filter((id) => !noted.has(id))
    .map((contract_id) => ({
      contract_id,
      why: owing.has(contract_id) ? ('reminded_today' as const) : ('owes_nothing' as const),
    }));
  return { reminded, skipped };
}

function reminderOf({ sum, offSince, accounts, owesSince }: Debtor, today: Day, zone: string) {
  const [most] = accounts.toSorted((a, b) => b.sum - a.sum);
  const since = dayIn(zone, new Date(offSince ?? owesSince));
  return { account: most?.kind ?? ('i' as const), sum, isOff: offSince !== null, since, today };
}
