import { expect, test } from 'vitest';
import { watchPaymentJob } from '#server/domain/payments/payment/jobs.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { testPortal, type TestPortal } from '../test/portal/portal.ts';
import { crontab, jobHandlers } from './jobs.ts';

const ID = '00000000-0000-4000-8000-000000000001';

/** Payloads of jobs from before they had versions. */
const UNVERSIONED: Readonly<Record<string, object>> = {
  apply_notification: { notificationId: 1 },
  ask_consents: {},
  autopayment: {},
  carry_out_refund: { refundId: ID },
  charge: { _cron: { ts: '2026-11-20T10:05:00.000Z', backfilled: false } },
  check_network: {},
  clean_up: {},
  close_sip_direction: { userId: 1, zone: 'world' },
  compensate_incident: { incidentId: 1 },
  conclude_autopayment: { paymentId: ID },
  deliver_effect: { effectId: 1 },
  deliver_events: { webhookId: 1 },
  deliver_message: { effectId: 1 },
  end_payment_window: { userId: 1 },
  end_promises: {},
  erase_mailboxes: {},
  fold_accounting: {},
  follow_night: {},
  follow_schedule: { userId: 1 },
  follow_schedules: {},
  follow_terms_of_shares: {},
  join_billing: {},
  keep_call_months: {},
  lock_guessed_logins: {},
  low_money: {},
  make_archive: { archiveId: ID },
  notify_of_sandbox_payment: { operationId: ID },
  notify_of_sandbox_subscription: { eventId: ID },
  order_differing_sessions: {},
  order_events: {},
  order_services: { planId: 1 },
  order_telephone_documents: {},
  plan_autopayment: { autopaymentId: ID },
  presume_session_ends: {},
  reconcile_day: {},
  remind_of_promise: { promisedPaymentId: 1 },
  remind_of_suspension: { suspensionId: 1, of: 'return', eve: '2026-11-20' },
  render_replies: {},
  seal_audit: {},
  seal_typed_passwords: {},
  send_campaign: { campaignId: 1 },
  settle_sessions: {},
  shadow: {},
  sum_up_days: {},
  support_calls_late: {},
  support_order_late: { orderId: 1, answerBy: '2026-11-20T10:00:00.000Z' },
  take_sandbox_charge: { chargeId: 'charge' },
  tell_prices: {},
  watch_autopayment: { autopaymentId: ID },
  watch_payment: { paymentId: ID },
  watch_receipt: { transactionId: 1 },
};

const order = ({ pool }: TestPortal, name: string, payload: object) =>
  pool.query('select graphile_worker.add_job($1, $2::json)', [name, JSON.stringify(payload)]);

async function failed({ pool }: TestPortal): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select task_identifier || ' ' || last_error as line from graphile_worker.jobs order by 1`,
  );
  return rows.map(({ line }) => line);
}

test('runs jobs enqueued by an earlier version', async () => {
  expect(jobHandlers.map(({ name }) => name).toSorted()).toEqual(Object.keys(UNVERSIONED));
  const portal = await testPortal({ template: 'empty' });
  for (const [name, payload] of Object.entries(UNVERSIONED)) await order(portal, name, payload);
  await portal.work();
  // The sandbox bank does not know them, but a call to it proves that the payload was parsed.
  expect(await failed(portal)).toEqual([
    expect.stringMatching(/^notify_of_sandbox_payment (?!.*payload)/),
    expect.stringMatching(/^notify_of_sandbox_subscription (?!.*payload)/),
  ]);
});

test.each([
  ['of another shape', { paymentId: 5 }, /watch_payment: the payload does not fit\.[^]*paymentId/],
  ['of a version to come', { paymentId: ID, version: 2 }, /watch_payment of version 2 needs a newer Kabinet/],
])('a job %s fails with the reason, and stays', async (_, payload, reason) => {
  const portal = await testPortal({ template: 'empty' });
  await order(portal, 'watch_payment', payload);
  await portal.work();
  expect(await failed(portal)).toEqual([expect.stringMatching(reason)]);
});

test('a job stores its version beside its fields, under its key', async () => {
  const { world, pool } = await testPortal({ template: 'empty' });
  const later = new Date(world.clock.now().getTime() + 60_000);
  await world.db.write(async (tx) => {
    await addJob(tx, watchPaymentJob, { paymentId: ID }, { runAt: later });
    await addJob(tx, watchPaymentJob, { paymentId: ID }, { runAt: later });
  });
  const { rows } = await pool.query(`select payload, j.key from graphile_worker._private_jobs j`);
  expect(rows).toEqual([{ payload: { paymentId: ID, version: 1 }, key: `watch:${ID}` }]);
});

test('each job has a unique name, and every job of the crontab has a handler', () => {
  const names = jobHandlers.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(crontab.map(({ task }) => task)));
});
