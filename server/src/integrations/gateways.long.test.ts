import { describe, expect, test } from 'vitest';
import { RefusedForGood, type TooManyRequests } from '#server/kernel/job/delivery.ts';
import {
  emulatedMax,
  emulatedSmsc,
  emulatedSmtp,
  emulatedTelegram,
  GATEWAY_PASSWORD,
  TOKEN,
  type EmulatedGateway,
} from '../../test/emulators/gateways.ts';

interface Adapter {
  readonly name: string;
  readonly open: () => Promise<EmulatedGateway>;
  readonly to: string;
  /** How long it asks to wait when it is busy; undefined: it cannot say. */
  readonly waitMs?: number;
  /** The longest text; undefined: none. */
  readonly longest?: number;
  /** Whether it tells us that a chat is closed. */
  readonly isChat?: boolean;
}

const ADAPTERS: readonly Adapter[] = [
  { name: 'SMTP', open: emulatedSmtp, to: 'first@mail.example' },
  { name: 'SMSC', open: emulatedSmsc, to: '79270000184', waitMs: 60_000, longest: 1000 },
  { name: 'Telegram', open: emulatedTelegram, to: '4815162342', waitMs: 37_000, longest: 4096, isChat: true },
  { name: 'MAX', open: emulatedMax, to: '4815162342', waitMs: 37_000, longest: 4000, isChat: true },
];

const KEY = '5d1f3b0e-0000-4000-8000-000000000001';
const LINK = 'https://lk.volga.example/lk/payment/i';
const TEXT = `Не хватает 1 110,50 ₽ до 1 декабря. «Волга» & <b>друзья</b> 🙂\n\n. точка в начале строки ${LINK}`;
const SECRETS = [TOKEN, GATEWAY_PASSWORD];

async function failureOf(sending: Promise<unknown>): Promise<Error> {
  const failure: unknown = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('it did not fail');
  for (const secret of SECRETS) expect(failure.message).not.toContain(secret);
  return failure;
}

describe.each(ADAPTERS)('$name', ({ name, open, to, waitMs, longest, isChat }) => {
  test('takes a text of any alphabet as it is', async () => {
    const gateway = await open();
    await gateway.send({ to, text: TEXT, key: KEY });
    expect(gateway.taken.map(({ to: at, text }) => ({ at, text }))).toEqual([{ at: to, text: TEXT }]);
  });

  test('cuts a text that is too long before its link', async () => {
    const gateway = await open();
    const text = `${'Я🙂'.repeat(3000)} ${LINK}`;
    await gateway.send({ to, text, key: KEY });
    const [{ text: taken } = { text: '' }] = gateway.taken;
    if (longest === undefined) {
      expect(taken).toBe(text);
      return;
    }
    expect(taken.length).toBeLessThanOrEqual(longest);
    expect(taken.length).toBeGreaterThan(longest - 4);
    expect(taken).toMatch(new RegExp(`^(Я🙂)+Я?… ${LINK}$`, 'u'));
  });

  test('tells a refusal for good from a failure that may pass', async () => {
    const gateway = await open();
    gateway.mood = 'refuses';
    expect(await failureOf(gateway.send({ to, text: TEXT }))).toBeInstanceOf(RefusedForGood);
    gateway.mood = 'fails';
    expect(await failureOf(gateway.send({ to, text: TEXT }))).not.toBeInstanceOf(RefusedForGood);
    gateway.mood = 'takes';
    await gateway.send({ to, text: TEXT });
    expect(gateway.taken).toHaveLength(1);
  });

  test('does not wait for a silent gateway', async () => {
    const gateway = await open();
    gateway.mood = 'silent';
    const began = performance.now();
    const failure = await failureOf(gateway.send({ to, text: TEXT }));
    expect(failure).not.toBeInstanceOf(RefusedForGood);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(gateway.taken).toEqual([]);
  });

  test('waits as long as a busy gateway asks', async () => {
    const gateway = await open();
    gateway.mood = 'busy';
    const failure = await failureOf(gateway.send({ to, text: TEXT }));
    expect(failure).not.toBeInstanceOf(RefusedForGood);
    if (waitMs !== undefined) expect((failure as TooManyRequests).waitMs).toBe(waitMs);
  });

  test('repeats a message whose answer was lost under the same key, if the gateway knows keys', async () => {
    const gateway = await open();
    gateway.mood = 'lost';
    await failureOf(gateway.send({ to, text: TEXT, key: KEY }));
    gateway.mood = 'takes';
    await gateway.send({ to, text: TEXT, key: KEY });
    const keys = { SMTP: KEY, SMSC: KEY.replaceAll('-', '') }[name];
    expect(gateway.taken.map(({ key }) => key)).toEqual([keys, keys]);
  });

  test.runIf(isChat)('tells that a chat is gone', async () => {
    const gateway = await open();
    gateway.mood = 'gone';
    expect(await gateway.send({ to, text: TEXT })).toBe('gone');
    gateway.mood = 'takes';
    expect(await gateway.send({ to, text: TEXT })).toBe('sent');
  });
});
