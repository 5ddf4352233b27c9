import { setTimeout as pause } from 'node:timers/promises';
import { EventEmitter } from 'node:events';
import {
  Logger,
  run,
  runOnce,
  type Job as GraphileJob,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEventMap,
  type WorkerEvents,
} from 'graphile-worker';
import { patientPool } from '#server/db/internals/patient-pool.ts';
import { forgetFuture } from '#server/db/internals/future.queries.ts';
import { releaseTimedJobs } from '#server/db/internals/timed-jobs.queries.ts';
import { isJobDue, repeatJob, TIMED } from '#server/db/queries/jobs.ts';
import { deliverEventsJob } from '#server/domain/staff/events/jobs.ts';
import { deliverMessageJob } from '#server/kernel/job/outbox.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { watchTrouble } from '#server/kernel/job/own-trouble.ts';
import type { World } from '#server/kernel/world.ts';
import type { JobHandler } from '#server/kernel/job/job.ts';
import { crontab, jobHandlers } from './jobs.ts';
import { jobsInHand } from './jobs-in-hand.ts';
import { holdLease } from './lease.ts';

const CONCURRENCY = 4;
/**
 * How many run at once of the jobs that wait for somebody outside, each kind in a runner of its own, so that slow ones keep no other
 * work from running. Messages: two for each gateway (mail, text messages, two messengers, browsers). Events: one for each of ten receivers; an eleventh waits for a place.
 */
const WAITING_OUTSIDE = [
  { name: deliverMessageJob.name, concurrency: 10 },
  { name: deliverEventsJob.name, concurrency: 10 },
] as const;
const RESTART_MS = 1000;
/** How soon, and how often, a job is tried again that our own trouble stops: for longer than any failover lasts. */
const [TRY_AGAIN_MS, MOST_TRIES] = [1000, 60];
/** A worker that has not renewed its lease within this time is taken for dead, and its jobs start again. */
const LEASE_MS = 10_000;
/** How often an idle worker looks for jobs that nobody has announced, such as those whose moment has come. */
const POLL_MS = 2000;

type Perform = (world: World, work: (world: World) => Promise<void>, stopping: AbortSignal) => Promise<void>;

const taskList = (world: World, handlers: readonly JobHandler[], perform: Perform): TaskList =>
  Object.fromEntries(
    handlers.map(({ name, work }) => [
      name,
      (payload: unknown, { job, abortSignal }) => {
        const workInTime = async (own: World) => {
          if (!(await isEarly(own, job))) await work(own, payload);
        };
        return perform(world, workInTime, abortSignal);
      },
    ]),
  );

const once: Perform = (world, work) => work(world);

/**
 * Tries again soon while our own trouble, such as a failover, stops the job: graphile-worker waits longer each time, and
 * a payment would be credited minutes after the trouble is over.
 */
const patiently: Perform = async (world, work, stopping) => {
  for (let left = MOST_TRIES; ; left -= 1) {
    const own = watchTrouble(world.db);
    try {
      await work({ ...world, db: own.db });
      return;
    } catch (error) {
      if (left === 0 || stopping.aborted || !own.caused(error)) throw error;
      await pause(TRY_AGAIN_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
};

/**
 * Whether the moment of a job has come by the clock of the database, but not by ours; it is put off until then. Otherwise it
 * would find nothing to do, and nobody would do it later.
 */
async function isEarly({ db, clock }: World, { id, flags, run_at: moment }: GraphileJob): Promise<boolean> {
  // Our pool reads moments as texts.
  const early = new Date(moment).getTime() - clock.now().getTime();
  if (flags?.[TIMED] !== true || early <= 0) return false;
  await db.write((tx) => repeatJob(tx, Number(id), early));
  return true;
}

const waitsOutside = (handler: JobHandler): boolean => WAITING_OUTSIDE.some(({ name }) => name === handler.name);

interface Stoppable {
  stop(): Promise<void>;
}

/** Runs jobs when they are due, until stopped; stopping waits for running jobs. */
export async function startWorker(world: World, { lease = LEASE_MS, pollInterval = POLL_MS } = {}): Promise<Stoppable> {
  const forgive = forgiveBrokenConnections(world);
  const start = (isItsOwn: (handler: JobHandler) => boolean, own: Partial<RunnerOptions>) => {
    const tasks = taskList(world, jobHandlers.filter(isItsOwn), patiently);
    return keptRunning(world, () => startRunner(world, lease, { taskList: tasks, pollInterval, ...own }));
  };
  const runners = await Promise.all([
    start((handler) => !waitsOutside(handler), { parsedCronItems: crontab }),
    ...WAITING_OUTSIDE.map(({ name, concurrency }) =>
      start((handler) => handler.name === name, { concurrency, parsedCronItems: [] }),
    ),
  ]);
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
      forgive.end();
    },
  };
}

async function keptRunning(world: World, start: () => Promise<Runner>): Promise<Stoppable> {
  let runner = await start();
  let stopping = false;
  const isStopping = () => stopping;
  // The runner gives up after a long database outage; then it restarts until the database is back.
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
    },
  };
}

/** A runner that holds a lease on its jobs as long as it runs. It ends when the clock is set, and another one starts. */
async function startRunner(world: World, leaseMs: number, own: Partial<RunnerOptions>): Promise<Runner> {
  const moved = await world.db.write(forgetFuture);
  if (moved > 0) world.log.warn({ moved }, 'the clock was ahead: jobs of the time to come are due now');
  const events = new EventEmitter() as WorkerEvents;
  const inHand = jobsInHand(events);
  let lease: { end(): Promise<void> } | undefined;
  events.once('pool:create', ({ workerPool }) => {
    lease = holdLease(world, { workerId: workerPool.id, milliseconds: leaseMs, inHand });
  });
  wakeNext(events);
  const runner = await run({ ...optionsOf(world), ...own, events });
  const watch = onClockSet(leaseMs / 2, () => {
    world.log.warn('the clock was set, the worker starts again');
    runner.stop().catch(() => undefined);
  });
  const untilEnded = async () => {
    try {
      await runner.promise;
    } finally {
      watch.end();
      await lease?.end();
    }
  };
  return { ...runner, promise: untilEnded() };
}

/**
 * Whoever has got a job wakes the next worker. Taking a job locks all free queues for a moment: a worker that looks at that moment
 * finds nothing, and would sleep until it polls again.
 */
function wakeNext(events: WorkerEvents): void {
  const wake = ({ worker }: WorkerEventMap['job:start']) => {
    worker.workerPool.nudge(1);
  };
  events.on('job:start', wake);
  events.once('pool:gracefulShutdown', () => events.off('job:start', wake));
}

/** More than a clock is corrected by little by little, and less than the shortest period of a job. */
const CLOCK_SET_MS = 60_000;

/**
 * Calls back when the clock of this machine is set: the worker's timers wait for a minute that may come in hours, or must
 * go through all minutes in between.
 */
function onClockSet(everyMs: number, work: () => void): { end(): void } {
  const ahead = () => systemClock.now().getTime() - performance.now();
  const first = ahead();
  const timer = setInterval(() => {
    if (Math.abs(ahead() - first) < CLOCK_SET_MS) return;
    clearInterval(timer);
    work();
  }, everyMs).unref();
  return { end: () => clearInterval(timer) };
}

/** Makes a run wait until the end of each of its jobs is recorded. */
const NOTED = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Runs every job that is due by the world's clock, and the jobs that these enqueue. */
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
  pgPool: patientPool(world.db.pool, world.db.listen),
  taskList: taskList(world, jobHandlers, once),
  concurrency: CONCURRENCY,
  noHandleSignals: true,
  logger: loggerOf(world),
});

/** At each start it warns that it runs more jobs than the pool has connections: they take turns on purpose. */
const isOfPoolSize = (meta: object): boolean => 'max' in meta && 'concurrency' in meta;

const loggerOf = ({ log }: World) =>
  new Logger(({ taskIdentifier, jobId }) => (level, message, meta) => {
    const ours = level === 'warning' ? 'warn' : level;
    log[isOfPoolSize(meta) ? 'debug' : ours]({ job: taskIdentifier, jobId, err: meta.error }, message);
  });

/** The worker replaces a broken connection; without a listener its error would end the process. */
function forgiveBrokenConnections({ db: { pool }, log }: World): { end(): void } {
  const heard = (err: Error) => log.warn({ err }, 'connection of the worker broke');
  const onConnect = (client: { on(event: 'error', listener: (error: Error) => void): unknown }) => {
    client.on('error', heard);
  };
  pool.on('connect', onConnect);
  return { end: () => void pool.off('connect', onConnect) };
}
