import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { dayStart } from '@kabinet/contract/kernel/zone';
import type { Tx } from '#server/db/database.ts';
import { askNextContracts, validConsents } from '#server/domain/identity/consents/ask-consents.ts';
import { lastTransaction } from '#server/domain/changes/service-change/service-change.queries.ts';
import { hearMessages, type SentMessage } from '#server/domain/messaging/hear.ts';
import { activeAfter } from '#server/domain/payments/autopayment/autopayment.queries.ts';
import { planCharge, type AutopaymentTerms } from '#server/domain/payments/autopayment/plan.ts';
import { closeCalls } from '#server/domain/services/calls/close-calls.ts';
import {
  dueSums,
  lockUncharged,
  planAnew,
  planAsUsual,
  uncharged,
} from '#server/domain/billing/charging/charging.queries.ts';
import { chargeDay } from '#server/domain/billing/provider-day/charge-day.ts';
import type { At } from '#server/domain/shared/at.ts';
import { byHalves, reasonOf } from '#server/kernel/job/one-at-fault.ts';
import { rehearse } from '#server/kernel/call/rehearsal.ts';
import type { World } from '#server/kernel/world.ts';
import { beginDay } from './charge-run.queries.ts';
import { compareCharges, type ComparedCharges, type FormerCharge } from './former-charges.rules.ts';
import {
  accountNumbers,
  chargedSince,
  chargesOfAccounts,
  keepIt,
  ordersToNetwork,
  saveHere,
  switchedAt,
  undoToHere,
  type ChargedFor,
  type FirstNightSwitch,
} from './first-night.queries.ts';
import { checkChunk } from './low-money.ts';
import { withoutTimeLimit } from '#server/db/queries/time-limit.ts';

const IN_ONE_GO = 500;
/** A run begins within this time after midnight. Milliseconds. */
const RUN_MS = 300_000;

/** Messages of one notice. */
interface NoticeCount {
  readonly notice: string;
  /** How many by each way. */
  readonly ways: Readonly<Partial<Record<SentMessage['way'], number>>>;
  readonly example: Pick<SentMessage, 'contractId' | 'title' | 'text'>;
}

/** What the first night would do. */
export interface FirstNight {
  readonly charged: readonly ChargedFor[];
  readonly switched: readonly (FirstNightSwitch & { readonly missing: Kopecks })[];
  readonly told: readonly NoticeCount[];
  readonly orders: number;
  readonly failed: readonly { readonly account_no: string; readonly error: string }[];
  /** null: nothing to compare with. */
  readonly compared: ComparedCharges | null;
}

type Rehearsing = Pick<World, 'db' | 'clock' | 'provider'>;

/**
 * What the first night would do if charging began on `first`: everything that waits for the beginning is carried out in one
 * transaction, which is rolled back with its messages and its orders to the network. Waits for nobody outside.
 * `former`: what the former system charges on these days, to be compared account by account.
 */
export function rehearseFirstNight(
  { db, clock, provider }: Rehearsing,
  first: Day,
  former?: readonly FormerCharge[],
): Promise<FirstNight> {
  const zone = provider.time_zone;
  const night = new Date(dayStart(first, zone)).getTime() + RUN_MS;
  const at: At = { now: new Date(Math.max(night, clock.now().getTime())), zone };
  return rehearse(db, async (tx) => {
    await withoutTimeLimit(tx);
    const mark = await lastTransaction(tx);
    const told = new Map<string, NoticeCount>();
    hearMessages(tx, (sent) => void told.set(sent.notice, joined(told.get(sent.notice), sent)));
    const today = dayIn(zone, at.now);
    const failed = new Map<number, string>();
    for (let day = first; day <= today; day = addDays(day, 1)) await chargeAll(tx, day, at, failed);
    await planAsUsual(tx);
    await planAutopayments(tx, { ...at, limits: provider.payment });
    for (let isDone = false; !isDone;) isDone = await checkChunk(tx, today, at);
    await askConsents(tx, provider, at);
    const switched = await switchedAt(tx, at.now);
    const debts = await missingOf(tx, switched, today);
    const numbers = await accountNumbers(tx, [...failed.keys()]);
    return {
      charged: await chargedSince(tx, mark, at.now),
      switched: switched.map((one) => ({ ...one, missing: debts.get(one.account_id) ?? kopecks(0) })),
      told: [...told.values()],
      orders: await ordersToNetwork(tx),
      failed: numbers.map(({ account_id, account_no }) => ({ account_no, error: failed.get(account_id) ?? '' })),
      compared: former ? await comparedWith(tx, former, mark, at.now) : null,
    };
  });
}

async function comparedWith(
  tx: Tx,
  former: readonly FormerCharge[],
  after: number,
  now: Date,
): Promise<ComparedCharges> {
  const numbers = former.map(({ account_no }) => account_no);
  return compareCharges(await chargesOfAccounts(tx, { after, now, numbers }), former);
}

const joined = (known: NoticeCount | undefined, { notice, way, ...example }: SentMessage): NoticeCount => ({
  notice,
  ways: { ...known?.ways, [way]: (known?.ways[way] ?? 0) + 1 },
  example: known?.example ?? example,
});

/** Charges a day as the run does, but in the one transaction; an account at fault is left out like there. */
async function chargeAll(tx: Tx, day: Day, at: At, failed: Map<number, string>): Promise<void> {
  await beginDay(tx, day, at.now);
  let after: number | undefined = 0;
  while (after !== undefined) {
    await planAnew(tx);
    const accounts: number[] = (await uncharged(tx, day, after, IN_ONE_GO)).map(({ account_id }) => account_id);
    await byHalves(
      accounts.filter((accountId) => !failed.has(accountId)),
      (some) => chargeTogether(tx, some, day, at),
      (accountId, error) => void failed.set(accountId, reasonOf(error)),
    );
    after = accounts.at(-1);
  }
}

async function chargeTogether(tx: Tx, accounts: readonly number[], day: Day, at: At): Promise<void> {
  await saveHere(tx);
  try {
    await closeCalls(tx, accounts, day);
    const locked = (await lockUncharged(tx, accounts, day)).map(({ account_id }) => account_id);
    if (locked.length > 0) await chargeDay(tx, locked, day, at);
    await keepIt(tx);
  } catch (error) {
    await undoToHere(tx);
    throw error;
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

async function planAutopayments(tx: Tx, within: AutopaymentTerms): Promise<void> {
  let page = await activeAfter(tx, NOBODY, IN_ONE_GO);
  while (page.length > 0) {
    for (const { autopayment_id } of page) await planCharge(tx, autopayment_id, within);
    page = await activeAfter(tx, page.at(-1)?.autopayment_id ?? NOBODY, IN_ONE_GO);
  }
}

async function askConsents(tx: Tx, provider: World['provider'], at: At): Promise<void> {
  for (const terms of validConsents(provider, at)) {
    for (let after: number | undefined = 0; after !== undefined;) after = await askNextContracts(tx, terms, after, at);
  }
}

/** Kopecks that the accounts of these services lack. */
async function missingOf(tx: Tx, switched: readonly FirstNightSwitch[], today: Day): Promise<Map<number, Kopecks>> {
  const accounts = [...new Set(switched.map(({ account_id }) => account_id))];
  if (accounts.length === 0) return new Map();
  const sums = await dueSums(tx, accounts, today);
  return new Map(sums.map(({ account_id, due, means }) => [account_id, kopecks(Math.max(0, due - means))]));
}
