import type { WorkerEvents } from 'graphile-worker';

/** After its end, a job is known for so long: the record of the end may wait for the database. */
const KNOWN_MS = 60_000;

/** Jobs that a worker runs, or has run until a moment ago, by their ids. */
export function jobsInHand(events: WorkerEvents): () => number[] {
  /** When the job ended, in milliseconds of the process; undefined while it runs. */
  const jobs = new Map<number, number | undefined>();
  events.on('job:start', ({ job }) => jobs.set(Number(job.id), undefined));
  events.on('job:complete', ({ job }) => jobs.set(Number(job.id), performance.now()));
  return () => {
    const past = performance.now() - KNOWN_MS;
    for (const [id, endedAt] of jobs) if (endedAt !== undefined && endedAt < past) jobs.delete(id);
    return [...jobs.keys()];
  };
}
