import { setTimeout as pause } from 'node:timers/promises';
import { EventEmitter } from 'node:events';
import {
  Logger,
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
import type { World } from '#kernel/world.ts';
import { crontab, jobHandlers } from './jobs.ts';
import { holdLease } from './lease.ts';

const CONCURRENCY = 4;
const RESTART_MS = 1000;
/** A worker that was not heard of for so long is dead: its jobs are begun again. */
const LEASE_MS = 10_000;

const taskList = (world: World): TaskList =>
  Object.fromEntries(jobHandlers.map(({ name, work }) => [name, (payload: unknown) => work(world, payload)]));

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
