import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Joined } from './joined.ts';
import { plus, sumsOf, type Sums } from './other-billing.ts';

const SEED = Number(process.env['SEED'] ?? 7);
const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Numbers between 0 and 1 of a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A worker that is loaded, and waits for its turn. */
async function spawnWorker(
  env: Readonly<Record<string, string>>,
): Promise<ChildProcessByStdio<Writable, Readable, null>> {
  // Modules that one has compiled serve the next.
  const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
  const child = spawn(process.execPath, [WORKER], {
    env: { ...process.env, NODE_COMPILE_CACHE, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

/** Workers one after the other; the next is loaded while one works. */
async function workersOf({ beside, other }: Joined): Promise<{ kill: () => Promise<void>; end: () => Promise<void> }> {
  const env = {
    PORTAL: beside.url,
    BILLING: other.server.url,
    FROM: String(beside.portal.clock.now().getTime()),
    BEGAN: String(Date.now()),
  };
  let next = spawnWorker(env);
  const begin = async () => {
    const worker = await next;
    worker.stdin.write('go\n');
    next = spawnWorker(env);
    return worker;
  };
  let worker = await begin();
  return {
    kill: async () => {
      worker.kill('SIGKILL');
      worker = await begin();
    },
    end: async () => {
      worker.kill('SIGKILL');
      (await next).kill('SIGKILL');
    },
  };
}

const onto = (account: number, kopecks: number): Sums => sumsOf([0, 1, 2].map((at) => (at === account ? kopecks : 0)));

/** Payments go on while each side is killed in turn. */
export function expectToSurviveKills(kills: number, joinedOf: () => Joined): void {
  test(
    `after ${kills} kills each payment is there once, and balances agree to the kopeck`,
    { timeout: 240_000 },
    async () => {
      const joined = joinedOf();
      const { other, beside } = joined;
      const random = randomOf(SEED);
      const [before, bookedBefore] = [await joined.shown(), await other.booked()];
      const workers = await workersOf(joined);
      const there = other.workOn?.();
      const restart = async () => {
        await other.server.kill();
        await other.server.start();
      };
      const sides = [restart, workers.kill, ...(there ? [there.kill] : [])];
      let wanted = before;
      for (let turn = 1; turn <= kills; turn += 1) {
        const account = Math.floor(random() * 3);
        const kopecks = 101 + Math.floor(random() * 50_000);
        wanted = plus(wanted, onto(account, kopecks));
        await joined.pay(account + 1, (kopecks / 100).toFixed(2), `У-${turn}`);
        await pause(random() * 120);
        await sides[turn % sides.length]?.();
      }
      await expect.poll(() => joined.waiting(), { timeout: 120_000, interval: 200 }).toBe(0);
      expect(await other.balances()).toEqual(wanted);
      await workers.end();
      await there?.end();
      expect(await joined.shown()).toEqual(wanted);
      await joined.join();
      const told = await beside.rows(
        `select a.account_no, t.balance_kopecks::int as kopecks from billing_told_balance t join account a using (account_id) order by 1`,
      );
      expect(told.map(({ kopecks }) => kopecks)).toEqual(wanted);
      expect(await joined.shown()).toEqual(wanted);
      const booked = await other.booked();
      expect(booked).toHaveLength(bookedBefore.length + kills);
      expect(new Set(booked).size).toBe(booked.length);
      await joined.expectOrder();
    },
  );
}
