import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MS = 1_000_000;

/** CPU time of a process so far, of all its threads, milliseconds; 0 when it is gone. */
export function cpuOf(pid: number): number {
  return within(`/proc/${pid}/task`)
    .map((thread) => Number(readIfThere(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / NS_PER_MS)
    .reduce((sum, time) => sum + time, 0);
}

/** The running child processes of a process. */
export const childrenOf = (parent: number): number[] =>
  within('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);

/** The parent process. */
export const parentOf = (pid: number): number =>
  Number(
    readIfThere(`/proc/${pid}/stat`)
      .replace(/^.*\) /, '')
      .split(' ')[1],
  );

/** Resident memory of a process, MiB. */
export const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1]) / 1024;

/** The quantile of the values: 0.5 is the median. */
export function quantile(values: readonly number[], part: number): number {
  const inOrder = values.toSorted((a, b) => a - b);
  return inOrder[Math.floor(inOrder.length * part)] ?? Number.NaN;
}

function within(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
