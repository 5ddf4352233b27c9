import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { endedWithContractTexts } from '#server/domain/billing/fee/individual.texts.ts';
import { endWithContract } from '#server/domain/services/price/individual.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { At } from '#server/domain/shared/at.ts';
import { namesText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';
import { clientAccounts, clientRow, setContractState, type ClientRow } from './client.queries.ts';
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
import { giveIndividual, giveServices, programsToGive, type GivenServices } from './give.queries.ts';
import { hindrancesOf } from './hand-over.queries.ts';
import { servicesToMove, type MovedService } from './move.queries.ts';
import { hasAutopayment, noteRegrouping, programNames } from './regrouping.queries.ts';

export interface JoinRequest {
  /** The contract that ends. */
  readonly contractId: number;
  /** The contract that stays. */
  readonly intoId: number;
  readonly document: string;
  readonly reason: string | undefined;
  readonly operator: string;
  readonly isRehearsal: boolean;
  /** Of the contract that ends. */
  readonly openOrders: readonly number[];
}

export interface JoinedContract {
  readonly clients: readonly [ClientRow, ClientRow];
  readonly namesDiffer: boolean;
  readonly services: string[];
  readonly transferred: Kopecks;
  readonly charged: Kopecks;
  readonly left: Kopecks;
  readonly from: Day;
  readonly refusal: string | null;
  readonly notes: string[];
}

const ZERO = kopecks(0);

/**
 * Joins a contract to another one of the same person, from today: its services and all its money go there, and it ends with its history.
 * If the names differ, what its sessions were stays with it, as in a hand-over.
 */
export async function joinContracts(tx: Tx, wanted: JoinRequest, at: At): Promise<JoinedContract> {
  const { contractId, intoId } = wanted;
  const [ends, stays] = [await openClientRow(tx, contractId), await openClientRow(tx, intoId)];
  const today = await chargedUpToToday(tx, [contractId, intoId], at);
  const services = await servicesToMove(tx, contractId);
  const namesDiffer = folded(ends.name) !== folded(stays.name);
  const joining = { services, namesDiffer, sameKind: ends.is_company === stays.is_company };
  const refusal = await whyNotJoined(tx, wanted, joining);
  refuseUnlessRehearsed(refusal, wanted);
  const told = { clients: [ends, stays] as const, namesDiffer, from: today, refusal };
  const names = { services: services.map(({ name }) => name) };
  if (refusal !== null) return { ...told, ...names, transferred: ZERO, charged: ZERO, left: ZERO, notes: [] };
  return { ...told, ...names, ...(await give(tx, wanted, { services, namesDiffer, today }, at)) };
}

async function openClientRow(tx: Tx, contractId: number): Promise<ClientRow> {
  const row = await clientRow(tx, contractId);
  if (!row) throw new Problem('contract_unknown');
  if (row.state === 'closed') throw changeRefused(`Договор ${contractId} расторгнут: объединять нечего`);
  return row;
}

/** «Тестов Пётр» and «тестов  петр» are one name. */
const folded = (name: string): string => name.trim().toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ');

interface Going {
  readonly services: readonly MovedService[];
  readonly namesDiffer: boolean;
  readonly today: Day;
}

async function give(tx: Tx, wanted: JoinRequest, { services, namesDiffer, today }: Going, { now }: At) {
  const { contractId: from, intoId: to, document, operator, reason = null } = wanted;
  const [[ending], [staying]] = [await clientAccounts(tx, from), await clientAccounts(tx, to)];
  if (!ending || !staying) throw changeRefused('У договора нет счёта');
  const userIds = services.map(({ user_id: userId }) => userId);
  if (namesDiffer) await keepAllSessions(tx, userIds, today, now);
  const programIds = await programsToGive(tx, from);
  const given = { from, to, fromAccount: ending.account_id, toAccount: staying.account_id, userIds, programIds };
  await giveServices(tx, given, { today, now });
  await giveIndividual(tx, given);
  const money = await giveAll(tx, given, document, { today, now });
  await setContractState(tx, from, today);
  const ended = await endWithContract(tx, from, today, now);
  await noteRegrouping(tx, { kind: 'join', from, to, document, reason, operator, today, now });
  await serviceChanged(tx, ...userIds.map((userId) => ({ userId })));
  const ownPayments = (await hasAutopayment(tx, ending.account_id))
    ? [`Автоплатёж договора ${from} не перейдёт: подключите его на договоре ${to}`]
    : [];
  return { ...money, notes: [...endedWithContractTexts(ended, 'closed'), ...ownPayments] };
}

async function giveAll(
  tx: Tx,
  given: GivenServices,
  document: string,
  { today, now }: { readonly today: Day; readonly now: Date },
) {
  const { from, to, fromAccount, toAccount } = given;
  await giveBackGone(tx, given, today, now);
  const amount = await balanceOfClient(tx, from, fromAccount);
  const text = `Объединили договоры ${await contractNo(tx, from)} и ${await contractNo(tx, to)}: ${document}`;
  const reference = `joined:${from}:${to}:${now.toISOString()}`;
  await carryMoney(tx, given, { amount, text, reference, day: today, now });
  const charged = await chargeThere(tx, given, today, now);
  return { transferred: amount, charged, left: await balanceOfClient(tx, to, toAccount) };
}

interface Joining {
  readonly services: readonly MovedService[];
  readonly namesDiffer: boolean;
  readonly sameKind: boolean;
}

async function whyNotJoined(tx: Tx, wanted: JoinRequest, joining: Joining): Promise<string | null> {
  const { contractId, intoId, openOrders } = wanted;
  if (!joining.sameKind) return 'Один договор организации, другой — частного лица: это переоформление';
  const kept = await hindrancesOf(tx, contractId);
  const notSettled = whyNotSettled(kept, openOrders) ?? whyResting(joining.services);
  if (notSettled !== null) return notSettled;
  const there = await whyNotInto(tx, intoId);
  if (there !== null) return there;
  if (kept.numbers > 0 || kept.on_telephone !== 0)
    return 'Телефонные номера и их счёт не объединяют: разговоры месяца считаются по своему договору';
  return whyTheyStay(joining) ?? programOfBoth(tx, wanted);
}

/** What goes there would pay for what is owed there. */
async function whyNotInto(tx: Tx, intoId: number): Promise<string | null> {
  const { owes, promised } = await hindrancesOf(tx, intoId);
  if (owes) return `За договором ${intoId} долг: сначала примите оплату`;
  return promised ? `По договору ${intoId} дан кредит или обещанный платёж: сначала закройте его` : null;
}

function whyTheyStay({ services, namesDiffer }: Joining): string | null {
  const of = (wanted: string) => services.find(({ user_type: type }) => type === wanted);
  const [sip, mail] = [of('sip'), of('mail')];
  if (sip) return `${sip.name} не переходит: разговоры этого месяца ещё считаются по своему договору`;
  return mail && namesDiffer ? `${mail.name}: письма — тайна того, чьё имя в договоре. Сначала закройте ящик` : null;
}

async function programOfBoth(tx: Tx, { contractId, intoId }: JoinRequest): Promise<string | null> {
  const there = await programsToGive(tx, intoId);
  const both = (await programsToGive(tx, contractId)).filter((id) => there.includes(id));
  if (both.length === 0) return null;
  return `${namesText(await programNames(tx, both))} есть в обоих договорах: сначала отключите в одном`;
}
