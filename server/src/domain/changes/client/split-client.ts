import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { dueSums } from '#server/domain/billing/charging/charging.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { At } from '#server/domain/shared/at.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { clientAccounts, clientRow, nextContractNo, type ClientAccountRow, type ClientRow } from './client.queries.ts';
import {
  balanceOfClient,
  carryMoney,
  changeRefused,
  chargedUpToToday,
  chargeThere,
  giveBackGone,
  refuseUnlessRehearsed,
  whyNotSettled,
  whyResting,
} from './give.ts';
import { giveIndividual, giveServices, programsToGive, type GivenServices } from './give.queries.ts';
import { openLike } from './hand-over.ts';
import { hindrancesOf, type Hindrances } from './hand-over.queries.ts';
import { servicesToMove, type MovedService } from './move.queries.ts';
import { noteRegrouping } from './regrouping.queries.ts';

export interface SplitRequest {
  readonly contractId: number;
  readonly userIds: readonly number[];
  /** Of the balance. */
  readonly sum: Kopecks;
  readonly document: string;
  readonly operator: string;
  readonly isRehearsal: boolean;
  readonly openOrders: readonly number[];
}

export interface SplitContract {
  readonly newContractId: number | null;
  readonly accountNo: string | null;
  readonly services: string[];
  readonly stays: string[];
  readonly returned: Kopecks;
  readonly carried: Kopecks;
  readonly charged: Kopecks;
  readonly left: Kopecks;
  readonly remains: Kopecks;
  readonly from: Day;
  readonly refusal: string | null;
}

const ZERO = kopecks(0);
/** Two parts of a price are rounded apart: as many kopecks may be missing. */
const ROUNDED_PER_SERVICE = 10;

/**
 * Gives some services of a contract to a new contract of the same person, from today. What was charged ahead for them goes along, so they
 * stay paid for; the balance stays, but for the sum that is named.
 */
export async function splitContract(tx: Tx, wanted: SplitRequest, at: At): Promise<SplitContract> {
  const { contractId } = wanted;
  const was = await clientRow(tx, contractId);
  if (!was || was.state === 'closed') throw changeRefused('Договор расторгнут: делить нечего');
  const today = await chargedUpToToday(tx, [contractId], at);
  const { goes, stays } = await chosenOf(tx, wanted);
  const kept = await hindrancesOf(tx, contractId);
  const account = await firstAccount(tx, contractId);
  const refusal = whyNotSplit(kept, { goes, stays, balance: account.balance }, wanted);
  refuseUnlessRehearsed(refusal, wanted);
  const namesOf = (list: readonly MovedService[]) => list.map(({ name }) => name);
  const told = { services: namesOf(goes), stays: namesOf(stays), from: today, refusal };
  const nothing = { returned: ZERO, carried: ZERO, charged: ZERO, left: ZERO, remains: account.balance };
  if (refusal !== null) return { ...told, ...nothing, newContractId: null, accountNo: null };
  return { ...told, ...(await give(tx, wanted, { was, fromAccount: account.account_id, today }, at)) };
}

async function chosenOf(tx: Tx, { contractId, userIds }: SplitRequest) {
  const all = await servicesToMove(tx, contractId);
  const goes = all.filter(({ user_id: id }) => userIds.includes(id));
  if (goes.length < userIds.length) throw new Problem('service_unknown');
  return { goes, stays: all.filter((one) => !goes.includes(one)) };
}

async function firstAccount(tx: Tx, contractId: number): Promise<ClientAccountRow> {
  const [account] = await clientAccounts(tx, contractId);
  if (!account) throw changeRefused('У договора нет счёта');
  return account;
}

interface Splitting {
  readonly was: ClientRow;
  readonly fromAccount: number;
  readonly today: Day;
}

async function give(tx: Tx, wanted: SplitRequest, { was, fromAccount, today }: Splitting, { now }: At) {
  const { contractId: from, userIds, document, operator } = wanted;
  const to = await nextContractNo(tx);
  const { name, is_company: isCompany } = was;
  const toAccount = await openLike(tx, { contractId: from, name, isCompany }, { was, to, today });
  const programIds = await programsToGive(tx, from, userIds);
  const given = { from, to, fromAccount, toAccount, userIds, programIds };
  await giveServices(tx, given, { today, now });
  await giveIndividual(tx, given);
  const returned = await giveBackGone(tx, given, today, now);
  const carried = kopecks(wanted.sum + (await missingByRounding(tx, given, kopecks(returned + wanted.sum), today)));
  const text = `Разделили договор ${from}: ${document}`;
  const amount = kopecks(returned + carried);
  await carryMoney(tx, given, { amount, text, reference: `split:${from}:${to}`, day: today, now });
  const charged = await chargeThere(tx, given, today, now);
  await noteRegrouping(tx, { kind: 'split', from, to, document, reason: null, operator, today, now });
  await serviceChanged(tx, ...userIds.map((userId) => ({ userId })));
  const [left, remains] = [await balanceOfClient(tx, to, toAccount), await balanceOfClient(tx, from, fromAccount)];
  return { newContractId: to, accountNo: `${to}i`, returned, carried, charged, left, remains };
}

/** A kopeck that the rounding of two parts leaves unpaid comes of the balance; more than that the clerk must name. */
async function missingByRounding(
  tx: Tx,
  { from, fromAccount, toAccount, userIds }: GivenServices,
  paid: Kopecks,
  today: Day,
): Promise<Kopecks> {
  const [sum] = await dueSums(tx, [toAccount], today);
  const missing = kopecks(Math.max(0, (sum?.due ?? 0) - paid));
  const stays = kopecks((await balanceOfClient(tx, from, fromAccount)) - paid);
  if (missing <= userIds.length * ROUNDED_PER_SERVICE && missing <= stays) return missing;
  throw new Problem('not_enough_money', {
    message: `На услуги до конца расчётного месяца не хватает ${rubles(missing)}: перенесите их с остатка`,
  });
}

interface Parts {
  readonly goes: readonly MovedService[];
  readonly stays: readonly MovedService[];
  readonly balance: Kopecks;
}

function whyNotSplit(kept: Hindrances, { goes, stays, balance }: Parts, wanted: SplitRequest): string | null {
  const open = whyNotSettled(kept, wanted.openOrders) ?? whyResting(goes);
  if (open !== null) return open;
  const sip = goes.find(({ user_type: type }) => type === 'sip');
  if (sip) return `${sip.name} остаётся: разговоры этого месяца ещё считаются по этому договору`;
  if (stays.length === 0 && kept.numbers === 0) return 'В договоре должна остаться хотя бы одна услуга';
  return wanted.sum > balance ? `На счёте только ${rubles(balance)}: столько перенести нельзя` : null;
}
