import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { RequestState } from './asked.rules.ts';

// What the other billing is asked for (decision 0273). Requests about money are written by a trigger (migration 0196).

/** What of a service or an account the other side is asked for, besides a plan. */
export type AskedKind = 'option' | 'program' | 'pause' | 'return' | 'promise';

export interface BillingRequest {
  readonly request_no: number;
  readonly contract_id: number;
  readonly kind: 'payment' | 'reversal' | 'refund' | 'correction' | 'plan' | AskedKind;
  readonly amount: Kopecks | null;
  readonly account_id: number | null;
  readonly user_id: number | null;
  readonly plan_id: number | null;
  readonly from_day: Day | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly made_at: Instant;
  readonly state: RequestState;
  readonly reason: string | null;
  readonly answered_at: Instant | null;
}

const COLUMNS = sql`request_no, contract_id, kind, amount_kopecks as amount, account_id, user_id, plan_id, from_day, body, made_at, state, reason, answered_at`;

export const requestsAfter = (
  tx: Tx,
  { after, limit, isAll }: { readonly after: number; readonly limit: number; readonly isAll: boolean },
): Promise<BillingRequest[]> =>
  tx.rows(sql`
    select ${COLUMNS} from billing_request
    where request_no > ${after} ${isAll ? sql`` : sql`and state = 'waiting'`} order by request_no limit ${limit}`);

/** Contracts whose requests about money, and whose others, are not handed over for now. */
export interface HeldBack {
  readonly money: ReadonlySet<number>;
  readonly changes: ReadonlySet<number>;
}

/** What waits, in order, without what is held back. */
export const nextRequests = (
  tx: Tx,
  { limit, held: { money, changes } }: { readonly limit: number; readonly held: HeldBack },
): Promise<BillingRequest[]> =>
  tx.rows(sql`
    select ${COLUMNS} from billing_request
    where state = 'waiting' and case when amount_kopecks is null then contract_id <> all(${[...changes]}::bigint[])
      else contract_id <> all(${[...money]}::bigint[]) end
    order by request_no limit ${limit}`);

export const countWaiting = async (tx: Tx): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*)::integer as count from billing_request where state = 'waiting'`))
    .count;

/** Of contracts that we charge: at the switch, what the other side was asked for before. */
const OF_OURS = sql`exists (
  select from account a where a.contract_id = billing_request.contract_id and not a.charged_outside)`;

/** Rows `c` about what we charge; once nobody else charges anything, all of them. */
export const CONFLICT_OF_OURS = sql`(not exists (select from account where charged_outside)
  or (c.told = 'balance' and exists (select from account a where a.account_no = c.key and not a.charged_outside))
  or (c.told = 'service' and exists (
    select from service_user u join account a using (account_id) where u.login = c.key and not a.charged_outside)))`;

/** What still waits of those whom we charge now, for a person or for the other side: requests about money and others, and money that was refused. */
export const countUnsettled = (
  tx: Tx,
): Promise<{ readonly money: number; readonly changes: number; readonly refused: number; readonly rows: number }> =>
  tx.one(sql`
    select count(*) filter (where state = 'waiting' and amount_kopecks is not null)::integer as money,
      count(*) filter (where state = 'waiting' and amount_kopecks is null)::integer as changes,
      count(*) filter (where state = 'refused')::integer as refused,
      (select count(*) from billing_conflict c where ${CONFLICT_OF_OURS})::integer as rows
    from billing_request where (state = 'waiting' or (state = 'refused' and amount_kopecks is not null)) and ${OF_OURS}`);

/** Requests about money that wait, or were refused: the money has come, and is in our books. */
export const confirmMoney = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    update billing_request set state = 'confirmed', reason = null, answered_at = ${now}
    where state in ('waiting', 'refused') and amount_kopecks is not null and ${OF_OURS}`);

export const waitingChanges = (tx: Tx): Promise<{ request_no: number }[]> =>
  tx.rows(sql`
    select request_no from billing_request where state = 'waiting' and amount_kopecks is null and ${OF_OURS} order by request_no`);

export const lockRequest = (tx: Tx, requestNo: number): Promise<BillingRequest | undefined> =>
  tx.maybe(sql`select ${COLUMNS} from billing_request where request_no = ${requestNo} for update`);

export const answerRequest = (
  tx: Tx,
  requestNo: number,
  { state, reason, now }: { readonly state: RequestState; readonly reason: string | null; readonly now: Date },
): Promise<number> =>
  tx.run(sql`
    update billing_request set state = ${state}, reason = ${reason}, answered_at = ${now} where request_no = ${requestNo}`);

/** Money of an account that a told balance does not contain yet: later requests, and those that the other side has refused. */
export const uncountedMoney = (account: Sql, countedTo: Sql): Sql => sql`(
  select coalesce(sum(r.amount_kopecks), 0)::bigint from billing_request r
  where r.account_id = ${account} and r.amount_kopecks is not null and (r.request_no > ${countedTo} or r.state = 'refused'))`;

export interface AskedPlanChange {
  readonly contractId: number;
  readonly userId: number;
  readonly planId: number;
  readonly fromDay: Day;
  readonly now: Date;
}

export const askForPlan = (tx: Tx, { contractId, userId, planId, fromDay, now }: AskedPlanChange): Promise<number> =>
  tx.run(sql`
    insert into billing_request (contract_id, kind, user_id, plan_id, from_day, body, made_at)
    select ${contractId}, 'plan', u.user_id, p.plan_id, ${fromDay}::date, jsonb_build_object('login', u.login, 'plan', p.name,
      'former_plan', (select f.name from plan f where f.plan_id = u.plan_id), 'from_day', ${fromDay}::date), ${now}
    from service_user u, plan p where u.user_id = ${userId} and p.plan_id = ${planId}`);

/** The latest change of plan that the other side was asked for, with the name of the plan. */
export interface AskedPlanRow {
  readonly plan_id: number;
  readonly name: string;
  readonly from_day: Day;
  readonly made_at: Instant;
  readonly state: RequestState;
  readonly reason: string | null;
  readonly answered_at: Instant | null;
}

export const latestAskedPlan = (tx: Tx, userId: number): Promise<AskedPlanRow | undefined> =>
  tx.maybe(sql`
    select p.plan_id, p.name, r.from_day, r.made_at, r.state, r.reason, r.answered_at
    from billing_request r join plan p using (plan_id)
    where r.user_id = ${userId} and r.kind = 'plan' order by r.request_no desc limit 1`);

export interface AskedChange {
  readonly kind: AskedKind;
  /** What it is about, in one word: one request of it waits at a time. */
  readonly subject: string;
  readonly contractId: number;
  readonly userId: number | null;
  readonly accountId: number;
  readonly body: Readonly<Record<string, string | number>>;
  readonly now: Date;
}

/** The service and its account are named by what both sides know: the login and the number. */
export const askForChange = (
  tx: Tx,
  { kind, subject, contractId, userId, accountId, body, now }: AskedChange,
): Promise<number> =>
  tx.run(sql`
    insert into billing_request (contract_id, kind, subject, user_id, account_id, body, made_at)
    select ${contractId}, ${kind}, ${subject}, ${userId}::bigint, a.account_id, jsonb_strip_nulls(jsonb_build_object(
      'account_no', a.account_no, 'login', (select u.login from service_user u where u.user_id = ${userId}::bigint)))
      || ${JSON.stringify(body)}::jsonb, ${now}
    from account a where a.account_id = ${accountId}`);

/** The latest request of a subject, and what the other side has said. */
export interface AskedRow {
  readonly subject: string;
  readonly kind: AskedKind;
  readonly body: Readonly<Record<string, string | number>>;
  readonly made_at: Instant;
  readonly state: RequestState;
  readonly reason: string | null;
  readonly answered_at: Instant | null;
}

const ASKED = sql`subject, kind, body, made_at, state, reason, answered_at`;

export const latestAsked = (tx: Tx, subject: string): Promise<AskedRow | undefined> =>
  tx.maybe(sql`select ${ASKED} from billing_request where subject = ${subject} order by request_no desc limit 1`);

/** The latest request of each subject of a service. */
export const latestAskedOf = async (tx: Tx, userId: number): Promise<ReadonlyMap<string, AskedRow>> => {
  const rows = await tx.rows<AskedRow>(sql`
    select distinct on (subject) ${ASKED} from billing_request
    where user_id = ${userId} and subject is not null order by subject, request_no desc`);
  return new Map(rows.map((row) => [row.subject, row]));
};

/** Money that the other side has refused to book: somebody must set it right there. */
export const refusedMoney = (tx: Tx): Promise<BillingRequest[]> =>
  tx.rows(sql`
    select ${COLUMNS} from billing_request
    where state = 'refused' and amount_kopecks is not null order by request_no desc limit 1000`);
