import { z } from 'zod';
import type { Tx } from '#server/db/database.ts';
import { insertJob } from '#server/db/queries/jobs.ts';
import { fitting, readPayload, type Versioned } from '../versioned.ts';
import type { World } from '../world.ts';

/**
 * Work done after the transaction that enqueues it, defined once by its context. The database stores its name and
 * payload.
 */
export interface Job<Payload extends object> extends Versioned<Payload> {
  readonly name: string;
  /** Replaces a job with the same key that has not started. */
  readonly key?: (payload: Payload) => string;
  /** Tries before the job is given up; by default 25, in about four days. */
  readonly maxAttempts?: number;
}

/** A job enqueued by the crontab of `jobs.ts`: it has no payload, and at most one waits. */
export const periodicJob = (name: string): Job<object> => ({
  name,
  version: 1,
  payload: z.object({}),
  key: () => name,
});

interface JobOptions {
  /** A moment of the portal's clock; at once if absent. */
  readonly runAt?: Date | undefined;
  /** Only if the payload does not determine it. */
  readonly key?: string;
  /** Jobs of one queue run one after another. */
  readonly queue?: string | undefined;
}

/** Enqueues a job in the caller's transaction: the job runs if and only if that commits. */
export function addJob<Payload extends object>(
  tx: Tx,
  { name, version, key: keyOf, maxAttempts }: Job<Payload>,
  payload: NoInfer<Payload>,
  { runAt, key = keyOf?.(payload), queue }: JobOptions = {},
): Promise<void> {
  // Beside the fields, where a process of the previous version ignores it.
  return insertJob(tx, { name, payload: { ...payload, version }, runAt, key, queue, maxAttempts });
}

export interface JobHandler {
  readonly name: string;
  /** May be called twice for one job; the second call must change nothing. */
  readonly work: (world: World, stored: unknown) => Promise<void>;
}

/** Jobs enqueued before versions existed have version 1. */
const Stored = z.looseObject({ version: z.int().default(1) });

/** Pairs a job with its handler. A job whose payload cannot be parsed fails with the reason, and stays. */
export const carryOut = <Payload extends object>(
  job: Job<Payload>,
  work: (world: World, payload: Payload) => Promise<void>,
): JobHandler => ({
  name: job.name,
  work: async (world, stored) => {
    const { version, ...payload } = fitting(job.name, Stored, stored);
    await work(world, readPayload(job.name, job, { version, payload }));
  },
});
