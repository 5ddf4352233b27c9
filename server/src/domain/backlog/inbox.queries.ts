import type { InboxKind } from '@kabinet/contract/staff';
import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { FAILED_JOB } from '#server/db/queries/jobs.ts';
import { sql } from '#server/db/sql.ts';
import { OPEN_DIFFERENCE } from '#server/domain/payments/desk/opening-difference.queries.ts';
import { UNSETTLED } from '#server/domain/payments/payment/payment.queries.ts';
import { OPEN_CONFLICT } from '#server/domain/payments/payment-agents/payment-agent.queries.ts';
import { TROUBLED_RECEIPT } from '#server/domain/payments/fiscal/receipt.queries.ts';
import { OPEN_FINDING } from '#server/domain/payments/reconciliation/reconcile.queries.ts';
import { UNKNOWN_TRANSFER } from '#server/domain/payments/transfers/transfer.queries.ts';
import { HELD_LEG } from '#server/domain/services/calls/intake.queries.ts';
import { OPEN_ORDER } from '#server/domain/support/order/order.queries.ts';

export interface WaitingCause {
  readonly kind: InboxKind;
  /** What tells rows of one kind apart; empty: nothing does. */
  readonly cause: string;
  readonly count: number;
  /** null: no money is meant. */
  readonly sum: Kopecks | null;
  readonly since: Instant;
  /** Until when it is put off; null: it waits now. */
  readonly deferred: { readonly until: Day; readonly note: string; readonly operator: string } | null;
}

/**
 * All that waits for a person, of these kinds, a row for each cause. Each part is what the list of its trade shows; nobody agrees to his
 * own request. Of a cause that is put off, what waited then is a row of its own until the day has come.
 */
export const waitingCauses = (
  tx: Tx,
  kinds: readonly InboxKind[],
  { now, today, person }: { readonly now: Date; readonly today: Day; readonly person: number | null },
): Promise<WaitingCause[]> =>
  tx.rows(sql`
    select w.kind, w.cause, count(*)::integer as count, sum(w.amount)::bigint as sum, min(w.since) as since,
      case when d.kind is not null then jsonb_build_object('until', d.until_day, 'note', d.note, 'operator', d.operator) end as deferred
    from (
      select outcome as kind, '' as cause, amount_kopecks as amount, received_at as since from payment_notification
      where ${UNSETTLED}
      union all
      select 'transfer', '', amount_kopecks, imported_at from bank_transfer where ${UNKNOWN_TRANSFER}
      union all
      select 'refund', state, amount_kopecks, created_at from refund where state in ('due', 'requested')
      union all
      select 'finding', kind, amount_kopecks, found_at from reconciliation_finding where ${OPEN_FINDING}
      union all
      select 'conflict', source, amount_kopecks, first_at from payment_agent_conflict where ${OPEN_CONFLICT}
      union all
      select 'drawer', '', abs(amount_kopecks), found_at from cash_opening_difference where ${OPEN_DIFFERENCE}
      union all
      select 'approval', call, null, asked_at from staff_approval
      where state = 'waiting' and until > ${now} and asked_at > ${now}::timestamptz - interval '1 day'
        and asked_by is distinct from ${person}::integer
      union all
      select 'effect', kind, null, created_at from outbox_effect where state = 'failed'
      union all
      select 'event', h.name, null, l.put_at from webhook_letter l join webhook h using (webhook_id) where l.state = 'dead'
      union all
      select 'job', task_identifier, null, created_at from graphile_worker.jobs where ${FAILED_JOB}
      union all
      select case when answer_by < ${now}::timestamptz then 'late_order' else 'order' end, '', null,
        case when answer_by < ${now}::timestamptz then answer_by else updated_at end
      from support_order o where ${OPEN_ORDER} and answer_by is not null
      union all
      select 'call_back', '', null, created_at from call_back where done_at is null
      union all
      select 'new_client', '', null, created_at from new_client where done_at is null
      union all
      select 'receipt', r.kind, r.amount_kopecks, r.created_at
      from fiscal_receipt r left join outbox_effect e on e.unique_key = 'receipt:' || r.transaction_id || ':' || r.try
      where r.state <> 'done' and (${TROUBLED_RECEIPT})
      union all
      select 'charge', '', null, happened_at from charge_failure
      union all
      select 'call', held, null, started_at from call_leg where ${HELD_LEG}
    ) w
    left join inbox_deferral d on d.kind = w.kind and d.cause = w.cause and d.until_day > ${today} and w.since <= d.deferred_at
    where w.kind = any(${kinds}::text[])
    group by w.kind, w.cause, d.kind, d.cause`);
