import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SoughtContract, StaffCall } from './staff-calls.ts';

/** Who asks, and about whom. */
export interface Office {
  readonly port: number;
  /** Headers that tell who asks. */
  readonly clerks: readonly string[];
  readonly programs: readonly string[];
  readonly contracts: readonly SoughtContract[];
}

export interface Shift {
  /** Of clerks and programs together. */
  readonly perSecond: number;
  readonly ms: number;
}

export interface ShiftOutcome {
  /** Milliseconds from when a call was due until its reply. */
  readonly times: Readonly<Partial<Record<StaffCall, number[]>>>;
  /** By status. */
  readonly refused: Readonly<Record<string, number>>;
  /** Due calls that had no connection by the end. */
  readonly unsent: number;
}

/** The staff, in a process of their own, so that their replies do not delay whoever measures home. */
export function openOffice(office: Office) {
  const child = fork(fileURLToPath(new URL('./staff-load.ts', import.meta.url)), { execArgv: [] });
  child.send(office);
  return {
    pid: child.pid ?? 0,
    async work(shift: Shift): Promise<ShiftOutcome> {
      child.send(shift);
      return said(child);
    },
    close: () => child.kill(),
  };
}

async function said(child: ChildProcess): Promise<ShiftOutcome> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The staff have left')));
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [ShiftOutcome];
  return message;
}
