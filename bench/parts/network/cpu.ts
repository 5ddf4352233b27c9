import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, cpuOf } from '../processor.ts';

const TICKS = 100;

/** CPU seconds so far of an embedded PostgreSQL: of its processes, and of those that have ended. */
export function databaseCpu(dataDir: string): number {
  const pids = databasePids(dataDir);
  const words = readFileSync(`/proc/${pids[0]}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // cutime and cstime.
  const ended = (Number(words[13]) + Number(words[14])) / TICKS;
  return ended + processCpu(...pids);
}

/** CPU seconds so far of processes. */
export const processCpu = (...pids: readonly number[]): number =>
  pids.map(cpuOf).reduce((sum, time) => sum + time, 0) / 1000;

/** All processes of an embedded PostgreSQL. */
export function databasePids(dataDir: string): number[] {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return [postmaster, ...childrenOf(postmaster)];
}
