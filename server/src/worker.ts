import { setTimeout as pause } from 'node:timers/promises';
import { EventEmitter } from 'node:events';
import {
  Logger,
  parseCronItems,
  run,
  runOnce,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { patientPool } from '#db/internals/patient-pool.ts';
import { releaseTimedJobs } from '#db/internals/timed-jobs.queries.ts';
import { isJobDue, TIMED } from '#db/jobs.queries.ts';
import { deliverEffect } from '#kernel/outbox.ts';
import type { World } from '#kernel/world.ts';
import { effectHandlers } from './effects.ts';
import { applyNotification } from './jobs/apply-notification.ts';
import { concludeRefusal, planOne, runAutopayments, watchAutopayment } from './jobs/autopayment.ts';
import { carryOutRefund } from './jobs/carry-out-refund.ts';
import { charge } from './jobs/charge.ts';
import { cleanUp } from './jobs/clean-up.ts';
import { followOne, followOverdue } from './jobs/follow-schedule.ts';
import { endPromisesNow, remindOfOne } from './jobs/promised-payment.ts';
import { watchReceipt } from './jobs/receipt.ts';
import { reconcileDay } from './jobs/reconcile-day.ts';
import { remindOfOneSuspension } from './jobs/suspension.ts';
import { watchPayment } from './jobs/watch-payment.ts';
import { holdLease } from './lease.ts';

const CONCURRENCY = 4;
const RESTART_MS = 1000;
/** A worker that was not heard of for so long is dead: its jobs are begun again. */
const LEASE_MS = 10_000;

/** Every job by its name; `addJob` orders them. Each may be carried out twice and must then change nothing more. */
const taskList = (world: World): TaskList => ({
  deliver_effect: (payload) => deliverEffect(world, payload as { effectId: number }, effectHandlers),
  apply_notification: (payload) => applyNotification(world, payload as { notificationId: number }),
  watch_payment: (payload) => watchPayment(world, payload as { paymentId: string }),
  carry_out_refund: (payload) => carryOutRefund(world, payload as { refundId: string }),
  reconcile_day: () => reconcileDay(world),
  notify_of_sandbox_payment: (payload) =>
    world.outside.sandboxBank?.notify((payload as { operationId: string }).operationId),
  notify_of_sandbox_subscription: (payload) =>
    world.outside.sandboxSubscriptions?.notify((payload as { eventId: string }).eventId),
  take_sandbox_charge: (payload) =>
    world.outside.sandboxSubscriptions?.takeSilently((payload as { chargeId: string }).chargeId, world.clock.now()),
  autopayment: async () => {
    await runAutopayments(world, world.clock.now());
  },
  plan_autopayment: (payload) => planOne(world, payload as { autopaymentId: string }),
  watch_autopayment: (payload) => watchAutopayment(world, payload as { autopaymentId: string }),
  conclude_autopayment: (payload) => concludeRefusal(world, payload as { paymentId: string }),
  watch_receipt: (payload) => watchReceipt(world, payload as { transactionId: number }),
  end_promises: () => endPromisesNow(world),
  remind_of_promise: (payload) => remindOfOne(world, payload as { promisedPaymentId: number }),
  remind_of_suspension: (payload) =>
    remindOfOneSuspension(world, payload as Parameters<typeof remindOfOneSuspension>[1]),
  follow_schedule: (payload) => followOne(world, payload as { userId: number }),
  follow_schedules: () => followOverdue(world),
  charge: () => charge(world),
  clean_up: () => cleanUp(world),
});

const crontab = parseCronItems([
  // Zones differ, so it is asked often whether a new provider day has begun; a day that is done costs one query.
  { task: 'charge', match: '*/5 * * * *', options: { jobKey: 'charge' } },
  // Soon after the day's charges: what they leave missing is told the same day.
  { task: 'autopayment', match: '12 * * * *', options: { jobKey: 'autopayment' } },
  { task: 'clean_up', match: '17 * * * *', options: { jobKey: 'clean_up' } },
  // UTC: half past six in Moscow, when banks have closed the day before.
  { task: 'reconcile_day', match: '30 3 * * *', options: { jobKey: 'reconcile_day', backfillPeriod: 86_400_000 } },
  // Each turn has a job of its own; this finds the schedules that came without one.
  { task: 'follow_schedules', match: '*/5 * * * *', options: { jobKey: 'follow_schedules' } },
]);

/** Carries out jobs as they fall due, until stopped; a stop waits for those under way. */
export async function startWorker(world: World, { lease = LEASE_MS } = {}): Promise<{ stop(): Promise<void> }> {
  const forgive = forgiveBrokenConnections(world);
  const start = () => startRunner(world, lease);
  let runner = await start();
  let stopping = false;
  const isStopping = () => stopping;
  // It gives up when the database is away for long; then it is begun anew, until the database is back.
  const keepRunning = async () => {
    for (;;) {
      await runner.promise.catch((err: unknown) => {
        world.log.error({ err }, 'worker ended');
      });
      if (isStopping()) return;
      await pause(RESTART_MS);
      runner = await start().catch(() => runner);
      if (isStopping()) await runner.stop().catch(() => undefined);
    }
  };
  const kept = keepRunning();
  return {
    async stop() {
      stopping = true;
      await runner.stop().catch(() => undefined);
      await kept;
      forgive.end();
    },
  };
}

/** A runner whose jobs are its own as long as it runs. */
async function startRunner(world: World, leaseMs: number): Promise<Runner> {
  const events = new EventEmitter() as WorkerEvents;
  let lease: { end(): Promise<void> } | undefined;
  events.once('pool:create', ({ workerPool }) => {
    lease = holdLease(world, workerPool.id, leaseMs);
  });
  const runner = await run({ ...optionsOf(world), parsedCronItems: crontab, events });
  const promise = runner.promise.finally(() => lease?.end());
  return { ...runner, promise };
}

/** With these a run waits until the end of each of its jobs has been noted. */
const NOTED = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Carries out every job that is due by the world's clock, and those which that brings about. */
export async function runDueJobs(world: World, { concurrency = CONCURRENCY } = {}): Promise<void> {
  const forgive = forgiveBrokenConnections(world);
  try {
    do await runOnce({ ...optionsOf(world), concurrency, forbiddenFlags: [TIMED], preset: NOTED });
    while (await isMoreDue(world));
  } finally {
    forgive.end();
  }
}

const isMoreDue = ({ db, clock }: World): Promise<boolean> =>
  db.write(async (tx) => (await releaseTimedJobs(tx, clock.now())) > 0 || isJobDue(tx));

const optionsOf = (world: World): RunnerOptions => ({
  pgPool: patientPool(world.db.pool),
  taskList: taskList(world),
  concurrency: CONCURRENCY,
  noHandleSignals: true,
  logger: loggerOf(world),
});

const loggerOf = ({ log }: World) =>
  new Logger(({ taskIdentifier, jobId }) => (level, message, meta) => {
    log[level === 'warning' ? 'warn' : level]({ job: taskIdentifier, jobId, err: meta.error }, message);
  });

/** The worker tries a broken connection again; unheard, its error would end the process. */
function forgiveBrokenConnections({ db: { pool }, log }: World): { end(): void } {
  const heard = (err: Error) => log.warn({ err }, 'connection of the worker broke');
  const onConnect = (client: { on(event: 'error', listener: (error: Error) => void): unknown }) => {
    client.on('error', heard);
  };
  pool.on('connect', onConnect);
  return { end: () => void pool.off('connect', onConnect) };
}
