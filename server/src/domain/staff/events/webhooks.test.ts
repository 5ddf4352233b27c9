import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { isPublicAddress, publicSender } from '#server/integrations/webhook/public-sender.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';
import { testPortal } from '../../../../test/portal/portal.ts';

const { webhooks, inbox } = operatorContract;

interface Got {
  readonly event_id: number;
  readonly contract_id: number;
  readonly data: { readonly what?: string };
}

/** A portal with one address, and a receiver that answers as the test wants. */
async function receiving() {
  const sent: { got: Got; body: string; signature: string }[] = [];
  const answer = { of: (_: Got): number => 200 };
  const portal = await testPortal({
    template: 'empty',
    throughOutside: (outside) => ({
      ...outside,
      webhooks: {
        refusal: () => undefined,
        sign: (secrets, body, now) => publicSender.sign(secrets, body, now),
        post: (_, headers, body) => {
          const got = JSON.parse(body) as Got;
          const status = answer.of(got);
          if (status === 0) return Promise.reject(new Error('no answer (ECONNREFUSED)'));
          if (status < 300) sent.push({ got, body, signature: headers['x-kabinet-signature']! });
          return Promise.resolve({ status, waitMs: 0 });
        },
      },
    }),
  });
  const desk = staffDesk(portal);
  const { webhook_id, secret } = await desk.ask(
    webhooks.add,
    { body: { name: 'Учёт', url: 'https://example.ru/kabinet' } },
    'admin',
  );
  const note = async (contractId: number, ...what: string[]) => {
    for (const one of what)
      await portal.pool.query(
        `select note_change('contract.changed', $1, null, jsonb_build_object('what', $2::text))`,
        [contractId, one],
      );
  };
  const work = async (seconds = 2) => {
    portal.clock.advance(seconds * 1000);
    await portal.work();
  };
  const taken = () => sent.splice(0).map(({ got }) => `${got.contract_id} ${got.data.what ?? ''}`);
  const of = { body: { webhook_id } };
  const state = async () => (await desk.ask(webhooks.list, {}, 'admin'))[0]!;
  return { portal, desk, sent, answer, secret, webhook_id, note, work, taken, of, state };
}

test('an event is sent with a signature over time and body; for a day by the former secret, too', async () => {
  const { desk, note, work, sent, secret, of, portal } = await receiving();
  const signs = (by: string, body: string, signature: string) => {
    const seconds = /^t=(\d+),/.exec(signature)![1]!;
    return signature.split(',').includes(`v1=${createHmac('sha256', by).update(`${seconds}.${body}`).digest('hex')}`);
  };
  await note(1, 'one');
  await work();
  expect(sent.map(({ body, signature }) => signs(secret, body, signature))).toEqual([true]);
  const { secret: later } = await desk.ask(webhooks.rotate, of, 'admin');
  await note(1, 'two');
  await work();
  expect([secret, later].map((by) => signs(by, sent[1]!.body, sent[1]!.signature))).toEqual([true, true]);
  portal.clock.advance(86_400_000);
  await note(1, 'three');
  await work();
  expect([secret, later].map((by) => signs(by, sent[2]!.body, sent[2]!.signature))).toEqual([false, true]);
});

test('a refused event holds its contract only, is given up, told to the staff and sent again', async () => {
  const { desk, note, work, taken, answer, of, state } = await receiving();
  answer.of = ({ data }) => (data.what === 'bad' ? 500 : 200);
  await note(1, 'bad', 'behind');
  await note(2, 'good');
  await work();
  expect(taken()).toEqual(['2 good']);
  await note(1, 'later');
  await note(2, 'better');
  await work(3);
  expect(taken()).toEqual(['2 better']);
  expect(await state()).toMatchObject({ state: 'works', waiting: 3, dead: 0 });
  for (let tries = 0; tries < 12; tries += 1) await work(3700);
  expect(taken()).toEqual(['1 behind', '1 later']);
  expect(await state()).toMatchObject({ waiting: 0, dead: 1 });
  const waiting = await desk.ask(inbox.list, { query: { kind: 'event' } }, 'admin');
  expect(waiting.items).toMatchObject([
    { title: 'Получатель не принял события: Учёт', count: 1, solve: ['webhooks again'] },
  ]);
  expect(await desk.ask(webhooks.letters, {}, 'admin')).toMatchObject([
    { attempts: 12, last_error: 'answered with 500' },
  ]);
  answer.of = () => 200;
  expect(await desk.ask(webhooks.again, of, 'admin')).toMatchObject({ count: 1 });
  await work();
  expect(taken()).toEqual(['1 bad']);
  expect(await state()).toMatchObject({ waiting: 0, dead: 0 });
});

test.each([0, 503])('a receiver that is away (%i) loses nothing and makes no letters', async (status) => {
  const { note, work, taken, answer, state } = await receiving();
  answer.of = () => status;
  await note(1, 'one', 'two');
  await note(2, 'three');
  for (let tries = 0; tries < 20; tries += 1) await work(3700);
  expect(await state()).toMatchObject({ state: 'fails', through: 0, waiting: 3, dead: 0, failures: 20 });
  answer.of = () => 200;
  await work(3700);
  expect(taken().toSorted()).toEqual(['1 one', '1 two', '2 three']);
});

test('events that were refused before do not hold new ones, however many they are; eight new refusals hold all until passed over', async () => {
  const { desk, webhook_id, note, work, taken, answer, state } = await receiving();
  answer.of = ({ data }) => (data.what === 'bad' ? 422 : 200);
  for (const half of [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ]) {
    for (const contract of half) await note(contract, 'bad', 'behind');
    await work();
  }
  await work(3700);
  await note(9, 'good');
  await work();
  expect(taken()).toEqual(['9 good']);
  expect(await state()).toMatchObject({ state: 'works', waiting: 16, dead: 0 });
  for (let tries = 0; tries < 12; tries += 1) await work(3700);
  expect(await state()).toMatchObject({ waiting: 0, dead: 8 });
  expect(taken()).toHaveLength(8);
  for (let contract = 11; contract <= 18; contract += 1) await note(contract, 'bad');
  for (let tries = 0; tries < 20; tries += 1) await work(3700);
  const failing = await state();
  expect(failing).toMatchObject({ state: 'fails', waiting: 8, dead: 8, failures: 20, last_error: 'answered with 422' });
  await note(19, 'good');
  await desk.ask(webhooks.replay, { body: { webhook_id, after: failing.through + 8 } }, 'engineer');
  await work();
  expect(taken()).toEqual(['19 good']);
});

test('paused, it waits; replayed, all comes again in order; removed, nothing comes', async () => {
  const { desk, note, work, taken, of, webhook_id } = await receiving();
  await desk.ask(webhooks.pause, of, 'engineer');
  await note(1, 'one', 'two');
  await work();
  expect(taken()).toEqual([]);
  await desk.ask(webhooks.resume, of, 'engineer');
  await work();
  expect(taken()).toEqual(['1 one', '1 two']);
  await desk.ask(webhooks.replay, { body: { webhook_id, after: 1 } }, 'engineer');
  await work();
  expect(taken()).toEqual(['1 two']);
  await desk.ask(webhooks.replay, of, 'engineer');
  await work();
  expect(taken()).toEqual(['1 one', '1 two']);
  await desk.ask(webhooks.remove, of, 'admin');
  await note(1, 'three');
  await work();
  expect(taken()).toEqual([]);
  await expect(desk.ask(webhooks.resume, of, 'engineer')).rejects.toMatchObject({ code: 'webhook_unknown' });
});

test.each([
  'http://example.ru/',
  'https://127.0.0.1/',
  'https://10.1.2.3/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
  'https://app.localhost/',
  'https://metadata/',
  'https://169.254.169.254/latest',
  'https://user:secret@example.ru/',
  'file:///etc/passwd',
])('never sends to %s', async (url) => {
  expect(publicSender.refusal(url)).toEqual(expect.stringMatching(/[а-я]/));
  await expect(publicSender.post(url, {}, '{}')).rejects.toThrow('PRIVATE_ADDRESS');
});

test('tells addresses of the internet from others', () => {
  const open = ['8.8.8.8', '93.158.134.3', '2a02:6b8::feed:ff'];
  const closed = [
    '100.64.0.1',
    '192.168.1.1',
    '172.31.0.1',
    '0.0.0.0',
    '255.255.255.255',
    'fd00::1',
    'fe80::1',
    '::',
    '2002:a00:1::',
    '64:ff9b::a00:1',
  ];
  expect(open.map(isPublicAddress)).toEqual(open.map(() => true));
  expect(closed.map(isPublicAddress)).toEqual(closed.map(() => false));
});
