import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OtherBilling } from './other-billing.ts';

const SCRIPT = fileURLToPath(new URL('../../deploy/billing/book.sh', import.meta.url));

export type Settings = Readonly<Record<string, string>>;

/** A run of the script that a timer starts on the server of the billing. */
interface Booking {
  /** Kills the script; what it has called goes on. */
  readonly kill: () => void;
  /** Kills it with all that it has called; the core goes on. */
  readonly killAll: () => void;
  /** What it has said, once it has ended. */
  readonly said: Promise<{ readonly code: number | null; readonly text: string }>;
}

/** The core of a billing, behind the program that the script calls. */
export interface Core {
  /** How often it has heard of a payment. */
  readonly heard: () => Promise<number>;
  /** It answers, or is down. */
  readonly setCore: (state: 'up' | 'down') => Promise<void>;
}

/** The script with the core that it books in. */
export interface Bookings extends Core {
  readonly start: (settings?: Settings) => Booking;
  readonly work: OtherBilling['work'];
  readonly workOn: NonNullable<OtherBilling['workOn']>;
}

export function bookingsIn(folder: string, core: Core, base: Settings): Bookings {
  const start: Bookings['start'] = (settings = {}) => {
    const env = {
      ...process.env,
      LOCK: `${folder}/lock`,
      SETTLE_SECONDS: '0.3',
      AGAIN_SECONDS: '10',
      ...base,
      ...settings,
    };
    const child = spawn(SCRIPT, [], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (some) => void (text += String(some)));
    return {
      kill: () => void child.kill('SIGKILL'),
      killAll: () => {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      },
      said: once(child, 'exit').then(([code]) => ({ code: code as number | null, text })),
    };
  };
  return {
    ...core,
    start,
    work: async () => {
      await start().said;
    },
    workOn: () => {
      let booking: Booking | undefined;
      const ending = new AbortController();
      const working = (async () => {
        while (!ending.signal.aborted) {
          booking = start();
          await booking.said;
          await pause(50);
        }
      })();
      return {
        kill: () => Promise.resolve(booking?.kill()),
        end: async () => {
          ending.abort();
          await working;
        },
      };
    },
  };
}
