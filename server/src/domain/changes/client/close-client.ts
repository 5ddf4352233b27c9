import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { chargeWaiting } from '#server/domain/billing/charging/charging.queries.ts';
import { giveBackUnused } from '#server/domain/billing/charging/give-back.queries.ts';
import { restoreAfterDebt } from '#server/domain/billing/debt/debt.ts';
import { endedWithContractTexts } from '#server/domain/billing/fee/individual.texts.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { closeAllCalls } from '#server/domain/services/calls/close-calls.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { endWithContract } from '#server/domain/services/price/individual.queries.ts';
import type { At } from '#server/domain/shared/at.ts';
import { phoneText, rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { endService, endVisits } from '../program/starter.ts';
import { chargeMissingDays } from '../service-change/settle-change.ts';
import {
  clientAccounts,
  clientRow,
  closeNumbers,
  openServices,
  reviveServices,
  setContractState,
  type ClientAccountRow,
} from './client.queries.ts';

export interface CloseRequest {
  readonly contractId: number;
  readonly settle: 'paid_out' | 'written_off' | undefined;
  readonly document: string | undefined;
  readonly isRehearsal: boolean;
}

interface ClosedAccount {
  readonly kind: 'i' | 't';
  readonly account_no: string;
  readonly balance: Kopecks;
  readonly returned: Kopecks;
  /** For calls and other one-time charges. */
  readonly charged: Kopecks;
  readonly left: Kopecks;
  readonly settled: Kopecks;
}

export interface ClosedClient {
  readonly from: Day;
  readonly services: string[];
  readonly accounts: ClosedAccount[];
  readonly refusal: string | null;
  /** What else ends. */
  readonly notes: string[];
}

/**
 * Closes a contract from today: its services end, charges for days that are left are given back, and
 * what waited to be charged, calls of the running month too, is charged. It is refused while money is left on
 * either side, unless that is settled by a document; a rehearsal tells it instead.
 */
export async function closeClient(tx: Tx, wanted: CloseRequest, at: At): Promise<ClosedClient> {
  const { contractId } = wanted;
  const client = await clientRow(tx, contractId);
  if (client?.state === 'closed') throw refused('Договор уже расторгнут');
  const today = dayIn(at.zone, at.now);
  const before = await clientAccounts(tx, contractId);
  for (const account of before) await chargeMissingDays(tx, account, today, at);
  const upToDate = await clientAccounts(tx, contractId);
  const services = await endServices(tx, contractId, { today, now: at.now });
  await setContractState(tx, contractId, today);
  const ended = await endWithContract(tx, contractId, today, at.now);
  await providerAccount(tx, 'revenue');
  const ids = before.map(({ account_id }) => account_id);
  await giveBackUnused(tx, ids, today, at.now);
  const givenBack = await clientAccounts(tx, contractId);
  await closeAllCalls(tx, ids, today);
  await chargeWaiting(tx, ids, today, at.now);
  const left = await clientAccounts(tx, contractId);
  const accounts = await Promise.all(
    left.map(async (account, index) => {
      const balance = upToDate[index]?.balance ?? account.balance;
      const withReturned = givenBack[index]?.balance ?? account.balance;
      const settled = wanted.settle === undefined ? NOTHING : await settle(tx, account, wanted, at);
      return {
        kind: account.kind,
        account_no: account.account_no,
        balance,
        returned: kopecks(withReturned - balance),
        charged: kopecks(withReturned - account.balance),
        left: kopecks(account.balance - settled),
        settled,
      };
    }),
  );
  // What is settled is no debt any more, or a contract that is opened again would begin in it.
  for (const accountId of ids) await restoreAfterDebt(tx, accountId, at);
  const refusal = refusalOf(accounts);
  if (refusal !== null && !wanted.isRehearsal) throw new Problem('balance_left', { message: refusal });
  return { from: today, services, accounts, refusal, notes: endedWithContractTexts(ended, 'closed') };
}

/** Ends the services and the numbers of a contract, and what was planned for them, visits too; returns their names. */
export async function endServices(tx: Tx, contractId: number, when: { readonly today: Day; readonly now: Date }) {
  const ended: string[] = [];
  for (const { user_id: userId } of await openServices(tx, contractId))
    ended.push(...(await endService(tx, userId, when)));
  await endVisits(tx, contractId, when.now);
  const numbers = await closeNumbers(tx, contractId, when.today, when.now);
  await serviceChanged(tx, ...numbers.map(({ phone_number: phoneNumber }) => ({ phoneNumber })));
  return [...ended, ...numbers.map(({ phone_number: number }) => phoneText(number))];
}

const NOTHING = kopecks(0);

/** Pays out what is left, or writes off what is owed; the other side of it is outside the portal. */
async function settle(
  tx: Tx,
  { account_id: accountId, account_no, balance }: ClientAccountRow,
  { settle: way, document = '' }: CloseRequest,
  { now, zone }: At,
): Promise<Kopecks> {
  const isPaidOut = way === 'paid_out';
  if (balance === 0 || balance > 0 !== isPaidOut) return NOTHING;
  const text = isPaidOut ? `Остаток выплачен при расторжении: ${document}` : `Долг списан при расторжении: ${document}`;
  await post(tx, {
    kind: isPaidOut ? 'refund' : 'correction',
    reference: `contract-closed:${account_no}:${now.toISOString()}`,
    day: dayIn(zone, now),
    happenedAt: now,
    entries: [
      { accountId, amount: kopecks(0 - balance), text },
      { accountId: await providerAccount(tx, 'correction'), amount: balance, text },
    ],
  });
  return balance;
}

function refusalOf(accounts: readonly ClosedAccount[]): string | null {
  const owed = accounts.filter(({ left }) => left < 0);
  const kept = accounts.filter(({ left }) => left > 0);
  const told = ({ account_no, left }: ClosedAccount) => `${rubles(kopecks(Math.abs(left)))} (счёт ${account_no})`;
  if (owed.length > 0)
    return `За абонентом долг ${owed.map(told).join(' и ')}: примите оплату, или бухгалтер его спишет`;
  if (kept.length > 0)
    return `У абонента остаётся ${kept.map(told).join(' и ')}: верните остаток, бухгалтер отметит выплату`;
  return null;
}

/** Opens a closed contract again. Its services wait for the technician, so nothing is charged until then. */
export async function reopenClient(tx: Tx, contractId: number, { now }: At): Promise<string[]> {
  const client = await clientRow(tx, contractId);
  if (client?.state !== 'closed') throw refused('Договор не расторгнут');
  await setContractState(tx, contractId, null);
  const back = await reviveServices(tx, contractId, now);
  await serviceChanged(tx, ...back.map(({ user_id: userId }) => ({ userId })));
  return back.map(({ name }) => name);
}

const refused = (message: string): Problem => new Problem('change_not_allowed', { message });
