import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export interface BalancerSetup {
  /** For its configuration, its logs and its temporary files. */
  readonly folder: string;
  /** Where it listens. */
  readonly address: number;
  /** The ports of the two processes behind it. */
  readonly ports: readonly [number, number];
}

interface Running {
  readonly log: string;
  /** Whether it does its work. */
  readonly answers: () => Promise<boolean>;
  /** The signal that lets it end its requests. */
  readonly endBy: NodeJS.Signals;
}

/** A balancer that has been started, once it answers; fails with its log if it ends before. */
export async function runningBalancer(balancer: ChildProcess, { log, answers, endBy }: Running) {
  const ended = once(balancer, 'exit');
  const errors = (): Promise<string> => readFile(log, 'utf8');
  const begun = async () => {
    while (!(await answers())) await pause(50);
  };
  await Promise.race([begun(), ended.then(async () => Promise.reject(new Error(await errors())))]);
  return {
    errors,
    end: async () => {
      balancer.kill(endBy);
      await ended;
    },
  };
}

/** Our file for production with the changes that a trial needs; each must find its place. */
export async function ourFile(name: string, changes: readonly (readonly [RegExp, string])[]): Promise<string> {
  const text = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
  return changes.reduce((changed, [what, by]) => {
    if (changed.search(what) < 0) throw new Error(`${name} has no ${what.source}`);
    return changed.replace(what, by);
  }, text);
}
