import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import { BooksBehind } from '#server/kernel/job/behind.ts';
import { NO_BROWSER, NO_NOTES } from '#server/kernel/nobody.ts';
import type { Caller, Portal } from '#server/kernel/world.ts';
import { runCall, runCallToSend } from '#server/kernel/call/run-call.ts';
import { collectYoung } from '../process/young-heap.ts';

const READ = { ...contract.internetAccount.get, result: z.unknown() } as unknown as Call;
const [OWN, OTHER]: Caller[] = [100_001, 100_003].map((contractId) => ({ sessionId: 's', contractId }));
const acting = (role: 'payer' | 'technician' | 'full', shareId: string): Caller => ({
  ...OWN!,
  acting: { role, shareId, memberId: 100_003 } as unknown as Caller['acting'],
});

const INPUT = { params: {}, query: {}, body: {} };

/** A portal whose token belongs to these callers, one request after another; what its transactions did. */
function portalOf(callers: (Caller | undefined)[], answer?: () => unknown) {
  const did: string[] = [];
  const within = (kind: string) => async (work: (tx: Tx) => Promise<unknown>) => {
    did.push(kind);
    return work({} as Tx);
  };
  const handler = (_: unknown, { subscriber: { contractId, acting: as } }: { subscriber: Caller }) => {
    return Promise.resolve(answer?.() ?? (as ? as.role : contractId));
  };
  const portal = {
    world: {
      clock: { now: () => new Date('2026-11-20T10:05:00Z') },
      provider: { time_zone: 'Europe/Samara' },
      db: { read: within('read'), write: within('write'), readPipelined: () => Promise.resolve(undefined) },
      outside: {},
    },
    handlerOf: () => handler,
    identify: () => Promise.resolve(callers.length > 1 ? callers.shift() : callers[0]),
    isConfirmed: () => Promise.resolve(true),
  } as unknown as Portal;
  const ask = (of: object = {}) => runCall(portal, READ, INPUT, { ...NO_BROWSER, token: 't', ...of }, NO_NOTES);
  return { portal, ask, did };
}

test('a read begun for the former owner of a token tells nothing of him once its session has opened another contract', async () => {
  const { ask } = portalOf([OWN, OWN, OTHER]);
  expect(await ask()).toBe(100_001);
  expect(await ask()).toBe(100_003);
});

test.each<[string, Caller | undefined, string]>([
  ['another role', acting('technician', '2'), 'not_in_role'],
  ['no session', undefined, 'unauthorized'],
])('nor if the token has %s now', async (_, now, code) => {
  const { ask } = portalOf([acting('payer', '1'), acting('payer', '1'), now]);
  expect(await ask()).toBe('payer');
  await expect(ask()).rejects.toMatchObject({ code });
});

test('of the same contract a token that has another share now reads by that one', async () => {
  const { ask } = portalOf([acting('full', '1'), acting('full', '1'), acting('payer', '2')]);
  expect([await ask(), await ask()]).toEqual(['full', 'payer']);
});

test('a request without a token is nobody’s, and a page that shows another contract reads nothing', async () => {
  const { ask } = portalOf([OWN]);
  await expect(ask({ token: undefined })).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(ask({ contract: '100003' })).rejects.toMatchObject({ code: 'other_contract' });
  expect(await ask({ contract: '100001' })).toBe(100_001);
});

test('a read whose books are behind catches up in a transaction that is rolled back', async () => {
  let caughtUp = 0;
  const behind = () => {
    if (caughtUp === 0) throw new BooksBehind(() => Promise.resolve(void (caughtUp += 1)));
  };
  const { ask, did } = portalOf([OWN], behind);
  expect(await ask()).toBe(100_001);
  expect([caughtUp, did.at(-1)]).toEqual([1, 'write']);
});

test('an answer that was sent is not kept by what has waited for it', async () => {
  const [rows, times] = [60_000, 20];
  const { portal } = portalOf([OWN], () => Array.from({ length: rows }, () => 0.5));
  // Its reads have not shown yet whether they need more than one batch.
  const call = { ...READ };
  const askLate = async () => {
    const [begun, turn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const readPipelined = async (work: (tx: Tx) => Promise<unknown>) => {
      begun.resolve();
      await turn.promise;
      return { answer: await work({} as Tx) };
    };
    Object.assign(portal.world.db, { readPipelined });
    const asked = runCallToSend(portal, call, INPUT, { ...NO_BROWSER, token: 't' }, NO_NOTES);
    await begun.promise;
    collectYoung();
    turn.resolve();
    (await asked).take();
  };
  await askLate();
  const before = collectYoung();
  for (let time = 0; time < times; time += 1) await askLate();
  // A number takes eight bytes.
  expect(collectYoung() - before).toBeLessThan(rows * times * 4);
});
