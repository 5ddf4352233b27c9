import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { begunBy } from '#server/domain/billing/charging/hold.queries.ts';
import { ANY_CHARGED_OUTSIDE } from '#server/domain/billing/charging/source.queries.ts';
import { UNSETTLED } from '#server/domain/payments/payment/payment.queries.ts';
import { OPEN_FINDING } from '#server/domain/payments/reconciliation/reconcile.queries.ts';
import { UNKNOWN_TRANSFER } from '#server/domain/payments/transfers/transfer.queries.ts';

/** How many things of a sort wait, and for how many seconds the oldest of them. */
interface Waiting {
  readonly count: number;
  readonly oldest: number;
}

interface WaitingEffects extends Waiting {
  readonly kind: string;
  /** `retried`: it has failed and will be tried again; `failed`: nobody tries it any more. */
  readonly state: 'waiting' | 'retried' | 'failed';
}

/** What is not delivered to outside systems. */
export const waitingEffects = (tx: Tx): Promise<WaitingEffects[]> =>
  tx.rows(sql`
    select kind, state, count(*)::integer as count, greatest(extract(epoch from now() - min(created_at)), 0)::float as oldest
    from (
      select kind, created_at,
        case when state = 'failed' then 'failed' when attempts > 0 then 'retried' else 'waiting' end as state
      from outbox_effect where state <> 'done'
    ) effect
    group by kind, state order by kind, state`);

interface WaitingJobs extends Waiting {
  readonly task: string;
  /** `later`: its moment has not come. */
  readonly state: 'due' | 'later' | 'running' | 'failed';
}

/** Jobs of the worker; the age is that since the moment when the job should have started. */
export const waitingJobs = (tx: Tx): Promise<WaitingJobs[]> =>
  tx.rows(sql`
    select task, state, count(*)::integer as count, greatest(extract(epoch from now() - min(run_at)), 0)::float as oldest
    from (
      select task_identifier as task, run_at,
        case when attempts >= max_attempts and locked_at is null then 'failed' when locked_at is not null then 'running'
          when run_at <= now() then 'due' else 'later' end as state
      from graphile_worker.jobs
    ) job
    group by task, state order by task, state`);

/** Gateways of messages that have failed since their last success, how often in a row. */
export const failingGateways = (tx: Tx): Promise<{ gateway: string; failures: number }[]> =>
  tx.rows(sql`select gateway, failures from gateway_trouble order by gateway`);

interface State {
  readonly workers: number;
  readonly charged_day: Day | null;
  readonly uncharged_accounts: number;
  readonly is_on_hold: boolean;
}

/** Workers that have been seen lately, the last day that is charged, the accounts that the run could not charge, and whether charging is on hold. */
export const stateOfWork = (tx: Tx, today: Day): Promise<State> =>
  tx.one(sql`
    select (select count(*)::integer from worker_lease where seen_at > now() - interval '30 seconds') as workers,
      (select max(day) from charge_run where finished_at is not null) as charged_day,
      (select count(*)::integer from charge_failure) as uncharged_accounts,
      not ${begunBy(sql`${today}::date`)} and not ${ANY_CHARGED_OUTSIDE} as is_on_hold`);

interface WaitingMoney extends Waiting {
  readonly what: 'notification' | 'transfer' | 'refund' | 'receipt' | 'finding' | 'billing_request';
  readonly state: string;
}

/** Money that is not where it belongs yet, and what the law wants to be told of it. */
export const waitingMoney = (tx: Tx, now: Date): Promise<WaitingMoney[]> =>
  tx.rows(sql`
    select what, state, count(*)::integer as count, greatest(extract(epoch from ${now}::timestamptz - min(since)), 0)::float as oldest
    from (
      select 'notification' as what, outcome as state, received_at as since from payment_notification
      where outcome = 'due' or ${UNSETTLED}
      union all
      select 'transfer', 'unknown', imported_at from bank_transfer where ${UNKNOWN_TRANSFER}
      union all
      select 'refund', state, created_at from refund where state in ('due', 'requested')
      union all
      select 'receipt', state, created_at from fiscal_receipt where state <> 'done'
      union all
      select 'finding', kind, found_at from reconciliation_finding where ${OPEN_FINDING}
      union all
      select 'billing_request', state, made_at from billing_request
      where state = 'waiting' or (state = 'refused' and amount_kopecks is not null)
    ) money
    group by what, state order by what, state`);
