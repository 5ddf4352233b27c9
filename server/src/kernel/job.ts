import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { insertJob } from '#db/jobs.queries.ts';
import { fitting, readPayload, type Versioned } from './versioned.ts';
import type { World } from './world.ts';

/** Work that is done after the transaction that orders it, described once by the context that does. It lives in the database. */
export interface Job<Payload extends object> extends Versioned<Payload> {
  readonly name: string;
  /** A job of the same key that has not begun is replaced. */
  readonly key?: (payload: Payload) => string;
  /** Tries before the job is given up; 25, about three days, when absent. */
  readonly maxAttempts?: number;
}

/** A job that the calendar of `jobs.ts` orders: it carries nothing, and waits once at most. */
export const periodicJob = (name: string): Job<object> => ({
  name,
  version: 1,
  payload: z.object({}),
  key: () => name,
});

interface JobOptions {
  /** A moment of the portal's clock; at once when absent. */
  readonly runAt?: Date | undefined;
  /** Where the payload does not tell it. */
  readonly key?: string;
  /** Jobs of one queue are carried out one after the other. */
  readonly queue?: string | undefined;
}

/** Orders a job in the caller's transaction: it is carried out if and only if that commits. */
export function addJob<Payload extends object>(
  tx: Tx,
  { name, version, key: keyOf, maxAttempts }: Job<Payload>,
  payload: NoInfer<Payload>,
  { runAt, key = keyOf?.(payload), queue }: JobOptions = {},
): Promise<void> {
  // Beside the fields, where a process of the version before does not mind it.
  return insertJob(tx, { name, payload: { ...payload, version }, runAt, key, queue, maxAttempts });
}

export interface JobHandler {
  readonly name: string;
  /** May be called twice for one job, and must then do nothing more. */
  readonly work: (world: World, stored: unknown) => Promise<void>;
}

/** Jobs that were ordered before they had versions are of the first. */
const Stored = z.looseObject({ version: z.int().default(1) });

/** How a job is carried out. One whose payload cannot be read fails with the reason, and stays. */
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
