import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { markChargedThrough } from '#server/domain/billing/charging/charging.queries.ts';
import { inheritSource } from '#server/domain/billing/charging/source.queries.ts';
import { endedWithContractTexts } from '#server/domain/billing/fee/individual.texts.ts';
import { endWithContract } from '#server/domain/services/price/individual.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { At } from '#server/domain/shared/at.ts';
import { clientNamesOf } from '#server/domain/shared/client-name.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import {
  clientAccounts,
  insertClient,
  nextContractNo,
  placeNamed,
  setContractState,
  clientRow,
  type ClientRow,
} from './client.queries.ts';
import {
  balanceOfClient,
  carryMoney,
  changeRefused,
  chargedUpToToday,
  chargeThere,
  giveBackGone,
  keepAllSessions,
  refuseUnlessRehearsed,
  whyNotSettled,
  whyResting,
} from './give.ts';
import { giveServices, programsToGive, type GivenServices } from './give.queries.ts';
import { hindrancesOf, noteHandover, type Hindrances } from './hand-over.queries.ts';
import { billingDayOf, servicesToMove, type MovedService } from './move.queries.ts';

export interface HandOverRequest {
  readonly contractId: number;
  readonly name: string;
  readonly isCompany: boolean;
  readonly document: string;
  readonly operator: string;
  readonly isRehearsal: boolean;
  /** Of the former person: numbers of what is not answered yet. */
  readonly openOrders: readonly number[];
}

export interface HandedOver {
  readonly newContractId: number | null;
  readonly accountNo: string | null;
  readonly services: string[];
  readonly transferred: Kopecks;
  readonly charged: Kopecks;
  readonly left: Kopecks;
  readonly from: Day;
  readonly refusal: string | null;
  /** What does not go over. */
  readonly notes: string[];
}

const ZERO = kopecks(0);

/**
 * Gives the services of a contract and what is on its account to a new contract of another person, from today. The former contract is
 * closed with everything that is its subscriber's own: messages, orders, papers, sign-ins, cards; so nobody else can ever read it.
 */
export async function handContractOver(tx: Tx, wanted: HandOverRequest, at: At): Promise<HandedOver> {
  const { contractId } = wanted;
  const was = await clientRow(tx, contractId);
  if (!was || was.state === 'closed') throw changeRefused('Договор расторгнут: переоформлять нечего');
  const today = await chargedUpToToday(tx, [contractId], at);
  const services = await servicesToMove(tx, contractId);
  const refusal = whyNotHanded(await hindrancesOf(tx, contractId), services, wanted);
  refuseUnlessRehearsed(refusal, wanted);
  const names = services.map(({ name }) => name);
  const told = { services: names, from: today, refusal };
  if (refusal !== null)
    return { ...told, newContractId: null, accountNo: null, transferred: ZERO, charged: ZERO, left: ZERO, notes: [] };
  return { ...told, ...(await give(tx, wanted, { was, services, today }, at)) };
}

interface Giving {
  readonly was: ClientRow;
  readonly services: readonly MovedService[];
  readonly today: Day;
}

async function give(tx: Tx, wanted: HandOverRequest, { was, services, today }: Giving, at: At) {
  const { contractId: from, document, operator } = wanted;
  const [account] = await clientAccounts(tx, from);
  if (!account) throw changeRefused('У договора нет счёта');
  const to = await nextContractNo(tx);
  const toAccount = await openLike(tx, wanted, { was, to, today });
  const userIds = services.map(({ user_id: userId }) => userId);
  await keepAllSessions(tx, userIds, today, at.now);
  const programIds = await programsToGive(tx, from);
  const given = { from, to, fromAccount: account.account_id, toAccount, userIds, programIds };
  await giveServices(tx, given, { today, now: at.now });
  const money = await giveMoney(tx, given, document, { today, now: at.now });
  await setContractState(tx, from, today);
  const ended = await endWithContract(tx, from, today, at.now);
  await noteHandover(tx, { from, to, document, operator, today, now: at.now });
  await serviceChanged(tx, ...userIds.map((userId) => ({ userId })));
  return { newContractId: to, accountNo: `${to}i`, ...money, notes: endedWithContractTexts(ended, 'handed') };
}

/** A new contract at the same place, charged up to today. */
export async function openLike(
  tx: Tx,
  { contractId, name, isCompany }: Pick<HandOverRequest, 'contractId' | 'name' | 'isCompany'>,
  { was, to, today }: { readonly was: ClientRow; readonly to: number; readonly today: Day },
): Promise<number> {
  const place = await placeNamed(tx, was);
  if (!place) throw new Problem('place_unknown');
  const { house, flat } = was;
  const names = { client_name: name, ...clientNamesOf(name, isCompany) };
  const billingDay = await billingDayOf(tx, contractId);
  const made = { contractId: to, ...names, ...place, house, flat, isCompany, billingDay, today };
  const accountId = await insertClient(tx, made);
  if (accountId === undefined) throw new Problem('contract_known');
  await inheritSource(tx, { from: contractId, to });
  await markChargedThrough(tx, [accountId], today);
  return accountId;
}

/** What was charged ahead is given back, all of it goes over, and the rest of the period is charged there. */
async function giveMoney(
  tx: Tx,
  given: GivenServices,
  document: string,
  { today, now }: { readonly today: Day; readonly now: Date },
) {
  const { from, to, fromAccount, toAccount } = given;
  await giveBackGone(tx, given, today, now);
  const transferred = await balanceOfClient(tx, from, fromAccount);
  const text = `Остаток при переоформлении: ${document}`;
  await carryMoney(tx, given, { amount: transferred, text, reference: `handed-over:${from}`, day: today, now });
  const charged = await chargeThere(tx, given, today, now);
  return { transferred, charged, left: await balanceOfClient(tx, to, toAccount) };
}

function whyNotHanded(
  kept: Hindrances,
  services: readonly MovedService[],
  { openOrders }: Pick<HandOverRequest, 'openOrders'>,
): string | null {
  return whyNotSettled(kept, openOrders, ': она прежнего абонента') ?? whyNotGiven(kept, services);
}

function whyNotGiven(kept: Hindrances, services: readonly MovedService[]): string | null {
  if (kept.numbers > 0 || kept.on_telephone !== 0)
    return 'Телефонные номера и их счёт так не переоформляют: звонки — тайна прежнего абонента';
  if (kept.own_services > 0) return 'Почта и SIP-телефония остаются за прежним абонентом: сначала закройте эти услуги';
  return whyResting(services) ?? (services.length === 0 ? 'Услуг у договора нет: откройте новый' : null);
}
