import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { chargeDue, giveBackUnused, markChargedThrough } from '#server/domain/billing/charging/charging.queries.ts';
import { endedWithContractTexts } from '#server/domain/billing/fee/individual.texts.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { endWithContract } from '#server/domain/services/price/individual.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { endLiveSessions } from '#server/domain/services/sessions/end-session.ts';
import type { At } from '#server/domain/shared/at.ts';
import { clientNamesOf } from '#server/domain/shared/client-name.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { chargeMissingDays } from '../service-change/settle-change.ts';
import {
  clientAccounts,
  insertClient,
  nextContractNo,
  placeNamed,
  setContractState,
  clientRow,
  type ClientAccountRow,
  type ClientRow,
} from './client.queries.ts';
import {
  giveMarks,
  givePaidElsewhere,
  giveServices,
  hindrancesOf,
  keepSessions,
  noteHandover,
  type Hindrances,
} from './hand-over.queries.ts';
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
  const { contractId, isRehearsal } = wanted;
  const was = await clientRow(tx, contractId);
  if (!was || was.state === 'closed') throw refused('Договор расторгнут: переоформлять нечего');
  const today = dayIn(at.zone, at.now);
  for (const account of await clientAccounts(tx, contractId)) await chargeMissingDays(tx, account, today, at);
  const services = await servicesToMove(tx, contractId);
  const refusal = whyNotHanded(await hindrancesOf(tx, contractId), services, wanted);
  if (refusal !== null && !isRehearsal) throw refused(refusal);
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
  if (!account) throw refused('У договора нет счёта');
  const to = await nextContractNo(tx);
  const toAccount = await openFor(tx, wanted, { was, to, today });
  for (const { user_id: userId } of services) {
    await endLiveSessions(tx, userId, at.now);
    await keepSessions(tx, userId, today, at.now);
  }
  const giving = { from, to, fromAccount: account.account_id, toAccount };
  await giveServices(tx, giving, at.now);
  const money = await giveMoney(tx, giving, { account, document, today }, at);
  await setContractState(tx, from, today);
  const ended = await endWithContract(tx, from, today, at.now);
  await noteHandover(tx, { from, to, document, operator, today, now: at.now });
  await serviceChanged(tx, ...services.map(({ user_id: userId }) => ({ userId })));
  return { newContractId: to, accountNo: `${to}i`, ...money, notes: endedWithContractTexts(ended, 'handed') };
}

async function openFor(
  tx: Tx,
  { contractId, name, isCompany }: HandOverRequest,
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
  await markChargedThrough(tx, [accountId], today);
  return accountId;
}

interface Paying {
  readonly account: ClientAccountRow;
  readonly document: string;
  readonly today: Day;
}

/** What was charged ahead is given back, all of it goes over, and the rest of the period is charged there. */
async function giveMoney(
  tx: Tx,
  giving: Parameters<typeof giveMarks>[1],
  { account, document, today }: Paying,
  { now }: At,
) {
  const { from, to, fromAccount, toAccount } = giving;
  await providerAccount(tx, 'revenue');
  await givePaidElsewhere(tx, giving);
  await giveBackUnused(tx, [fromAccount], today, now);
  await giveMarks(tx, giving);
  const transferred = await balanceOf(tx, from, account.account_no);
  if (transferred > 0) {
    const text = `Остаток при переоформлении: ${document}`;
    const entries = [
      { accountId: fromAccount, amount: kopecks(0 - transferred), text },
      { accountId: toAccount, amount: transferred, text },
    ];
    await post(tx, { kind: 'correction', reference: `handed-over:${from}`, day: today, happenedAt: now, entries });
  }
  if ((await chargeDue(tx, [toAccount], today, now)).length > 0)
    throw new Problem('not_enough_money', {
      message: 'Остатка не хватает на услуги до конца расчётного месяца: сначала пополните счёт',
    });
  const left = await balanceOf(tx, to, `${to}i`);
  return { transferred, charged: kopecks(transferred - left), left };
}

const balanceOf = async (tx: Tx, contractId: number, accountNo: string): Promise<Kopecks> =>
  (await clientAccounts(tx, contractId)).find(({ account_no: no }) => no === accountNo)?.balance ?? ZERO;

function whyNotHanded(
  kept: Hindrances,
  services: readonly MovedService[],
  { openOrders }: Pick<HandOverRequest, 'openOrders'>,
): string | null {
  if (kept.owes) return 'За договором долг: сначала примите оплату';
  if (kept.promised) return 'По договору дан кредит или обещанный платёж: сначала закройте его';
  if (kept.waiting_charges > 0) return 'Есть начисление, которое ещё не списано: дождитесь его';
  if (openOrders.length > 0) return `Сначала закройте заявку ${openOrders.join(', ')}: она прежнего абонента`;
  return whyNotGiven(kept, services);
}

function whyNotGiven(kept: Hindrances, services: readonly MovedService[]): string | null {
  if (kept.numbers > 0 || kept.on_telephone !== 0)
    return 'Телефонные номера и их счёт так не переоформляют: звонки — тайна прежнего абонента';
  if (kept.own_services > 0) return 'Почта и SIP-телефония остаются за прежним абонентом: сначала закройте эти услуги';
  const resting = services.find(
    ({ state, reason }) => state === 'paused' || reason === 'operator' || reason === 'abuse',
  );
  if (resting) return `${resting.name} сейчас не работает: сначала верните или включите услугу`;
  return services.length === 0 ? 'Услуг у договора нет: откройте новый' : null;
}

const refused = (message: string): Problem => new Problem('change_not_allowed', { message });
