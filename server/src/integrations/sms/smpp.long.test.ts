import { expect, onTestFinished, test } from 'vitest';
import { RefusedForGood, TooManyRequests } from '#server/kernel/job/delivery.ts';
import { emulatedSmpp } from '../../../test/emulators/smpp.ts';
import type { TextReport } from './port.ts';
import { smppGateway } from './smpp.ts';

const TO = '79270000184';
const failureOf = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A line that is kept open; reports are collected. */
async function listening(own: Partial<Parameters<typeof smppGateway>[0]> = {}) {
  const peer = await emulatedSmpp();
  const gateway = smppGateway({ ...peer.settings, ...own });
  const reports: TextReport[] = [];
  const failing = { now: false };
  const line = gateway.listen?.((report) => {
    if (failing.now) return Promise.reject(new Error('database is away'));
    reports.push(report);
    return Promise.resolve();
  });
  onTestFinished(() => line?.end());
  await expect.poll(() => peer.state.binds).toBe(1);
  return { ...peer, gateway, reports, failing };
}

test('sends a short message in one part, and asks for a report', async () => {
  const { gateway, state } = await listening();
  expect(await gateway.send({ to: TO, text: 'Код 123456. Не говорите его никому' })).toEqual(['m1']);
  expect(await gateway.send({ to: TO, text: 'Code 123456: do not tell it' })).toEqual(['m2']);
  const part = { to: TO, from: 'Volga', header: undefined, wantsReport: true };
  expect(state.taken).toEqual([
    { ...part, text: 'Код 123456. Не говорите его никому' },
    { ...part, text: 'Code 123456: do not tell it' },
  ]);
});

test('cuts a long message into parts that the phone joins; no letter is cut in two', async () => {
  const { gateway, state } = await listening();
  const text = `${'Не хватает 1 110,50 ₽ '.repeat(9)}${'🙂'.repeat(40)}`;
  const ids = await gateway.send({ to: TO, text });
  expect(ids).toHaveLength(state.taken.length);
  expect(state.taken.map((part) => part.text).join('')).toBe(text);
  expect(Math.max(...state.taken.map((part) => part.text.length))).toBeLessThanOrEqual(67);
  expect(state.taken.every((part) => part.text.isWellFormed())).toBe(true);
  const headers = state.taken.map(({ header = [] }) => header);
  const reference = headers[0]?.[2];
  expect(headers.map((header) => header.slice(-3))).toEqual(
    headers.map((_, index) => [reference, headers.length, index + 1]),
  );
  await gateway.send({ to: TO, text });
  expect(state.taken.at(-1)?.header?.at(-3)).not.toBe(reference);
});

test('tells a refusal for good, a failure, silence and too much traffic apart', async () => {
  const { gateway, state } = await listening();
  const send = () => failureOf(gateway.send({ to: TO, text: 'Текст' }));
  state.statuses = [0x0b];
  expect(await send()).toBeInstanceOf(RefusedForGood);
  state.statuses = [0x08];
  const failure = await send();
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(RefusedForGood);
  state.statuses = [0x58, 0x14];
  expect(await send()).toBeUndefined();
  expect(state.taken).toHaveLength(1);
  state.statuses = [0x58, 0x58, 0x58];
  expect(await send()).toBeInstanceOf(TooManyRequests);
  state.isSilent = true;
  expect(await send()).toMatchObject({ message: 'SMPP: no answer' });
});

test('signs in with its password only', async () => {
  const { settings } = await emulatedSmpp();
  const gateway = smppGateway({ ...settings, password: 'wrong' });
  expect(await failureOf(gateway.send({ to: TO, text: 'Текст' }))).toMatchObject({
    message: 'SMPP: sign-in was refused with 0xe',
  });
});

test('opens the line again when it breaks, and when nobody answers on it', async () => {
  const { gateway, state, cut } = await listening({ enquireMs: 50, timeoutMs: 400 });
  await expect.poll(() => state.enquiries).toBeGreaterThan(1);
  cut();
  await expect.poll(() => state.binds).toBe(2);
  await gateway.send({ to: TO, text: 'Текст' });
  state.isSilent = true;
  await new Promise((resolve) => setTimeout(resolve, 600));
  state.isSilent = false;
  await expect.poll(() => state.binds, { timeout: 5000 }).toBeGreaterThan(2);
  expect(await gateway.send({ to: TO, text: 'Текст' })).toHaveLength(1);
});

test('lets ten messages wait for their answers at once', async () => {
  const { gateway, state } = await listening();
  state.answerAfterMs = 100;
  await Promise.all(Array.from({ length: 35 }, (_, number) => gateway.send({ to: TO, text: `Текст ${number}` })));
  expect(state.taken).toHaveLength(35);
  expect(state.mostAtOnce).toBeLessThanOrEqual(10);
  expect(state.mostAtOnce).toBeGreaterThan(5);
});

test('takes reports, by their options or their words; one that we could not store comes again', async () => {
  const { report, reports, failing } = await listening();
  const words = (stat: string) => ({
    esm_class: 4,
    short_message: `id:m7 sub:001 dlvrd:001 submit date:2611200900 done date:2611200901 stat:${stat} err:012 text:`,
  });
  failing.now = true;
  expect(await report(words('UNDELIV'))).toBe(0x64);
  failing.now = false;
  expect(await report(words('UNDELIV'))).toBe(0);
  expect(await report({ esm_class: 4, receipted_message_id: 'm8', message_state: 2, short_message: 'whatever' })).toBe(
    0,
  );
  // Not decided yet; and a text from a person.
  expect(await report(words('ACCEPTD'))).toBe(0);
  expect(await report({ esm_class: 0, short_message: words('DELIVRD').short_message })).toBe(0);
  expect(reports).toEqual([
    { gateway: 'smpp', id: 'm7', state: 'undelivered', reason: 'UNDELIV 012' },
    { gateway: 'smpp', id: 'm8', state: 'delivered', reason: '' },
  ]);
});

test('a zero byte in a report is in nothing that is stored, and ends a word', async () => {
  const { report, reports } = await listening();
  const words = 'id:m7\0 sub:001 dlvrd:001 stat:UNDELIV\0err:012 text:\0';
  expect(await report({ esm_class: 4, short_message: words })).toBe(0);
  expect(await report({ esm_class: 4, short_message: 'id:m8 stat:DELIVRD err:000\0' })).toBe(0);
  expect(reports).toEqual([
    { gateway: 'smpp', id: 'm7', state: 'undelivered', reason: 'UNDELIV 012' },
    { gateway: 'smpp', id: 'm8', state: 'delivered', reason: 'DELIVRD 000' },
  ]);
});

test('a zero byte in a number, a name or a text leaves the fields of a packet in their places', async () => {
  const { gateway, state } = await listening({ sender: 'Vol\0ga' });
  await gateway.send({ to: '7927\u00000000184', text: 'Code\0 123456' });
  expect(state.taken).toMatchObject([{ to: TO, from: 'Volga', text: 'Code 123456' }]);
});
