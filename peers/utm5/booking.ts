import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OtherBilling } from '../beside/other-billing.ts';

const SCRIPT = fileURLToPath(new URL('../../deploy/billing/utm5-book.sh', import.meta.url));
const TOOL = fileURLToPath(new URL('payment-tool.sh', import.meta.url));

type Settings = Readonly<Record<string, string>>;

/** A run of the script that a timer starts on the server of UTM5. */
interface Booking {
  /** Kills the script; what it has called goes on. */
  readonly kill: () => void;
  /** Kills it with all that it has called; the core goes on. */
  readonly killAll: () => void;
  /** What it has said, once it has ended. */
  readonly said: Promise<{ readonly code: number | null; readonly text: string }>;
}

/** The script with the payment tool and the core behind it. */
export interface Bookings {
  readonly start: (settings?: Settings) => Booking;
  /** How often the core has heard of a payment. */
  readonly heard: () => Promise<number>;
  /** The core answers the payment tool, or is down. */
  readonly setCore: (state: 'up' | 'down') => Promise<void>;
  readonly workOn: NonNullable<OtherBilling['workOn']>;
}

export function bookingsIn(folder: string, base: Settings): Bookings {
  const config = `${folder}/tool.cfg`;
  const isDown = `${config}.core-is-down`;
  const start: Bookings['start'] = (settings = {}) => {
    const env = {
      ...process.env,
      TOOL,
      TOOL_CONFIG: config,
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
    start,
    heard: async () => (await readFile(`${config}.heard`, 'utf8')).split('\n').length - 1,
    setCore: (state) => (state === 'down' ? writeFile(isDown, '') : rm(isDown, { force: true })),
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
