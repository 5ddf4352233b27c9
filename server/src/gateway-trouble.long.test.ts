import { beforeEach, expect, test } from 'vitest';
import { sendLetterEffect, sendTextMessageEffect } from '#server/domain/messaging/effects.ts';
import { testPortal, type TestPortal } from '../test/portal/portal.ts';
import { RefusedForGood, TooManyRequests } from '#server/kernel/job/delivery.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';

const SECOND = 1000;

let portal: TestPortal;
/** Letters that the gateway was asked to send, and those that it took. */
let asked: string[];
let taken: string[];
let failure: Error | undefined;

beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  [asked, taken, failure] = [[], [], new Error('it is broken')];
  portal.world.outside.mail.send = ({ subject }) => {
    asked.push(subject);
    if (failure) return Promise.reject(failure);
    taken.push(subject);
    return Promise.resolve();
  };
});

const write = (subject: string, to = 'a@mail.example') =>
  portal.world.db.write((tx) => enqueueEffect(tx, sendLetterEffect, { to, subject, text: '' }));
const many = async (count: number, from = 0) => {
  for (let one = 0; one < count; one += 1) await write(String(from + one).padStart(3, '0'));
};
const later = async (ms: number) => {
  portal.clock.advance(ms);
  await portal.work();
};
const attempts = async () =>
  Number((await portal.pool.query<{ sum: string }>('select sum(attempts) from outbox_effect')).rows[0]!.sum);

test('after five failures in a row the messages of a gateway wait together, and one of them tries', async () => {
  await many(40);
  await portal.work();
  expect(asked).toHaveLength(5);
  await later(14 * SECOND);
  expect(asked).toHaveLength(5);
  // The sixth is the one that tries; the retries of the first five wait, too, and lose no attempt.
  await later(2 * SECOND);
  expect(asked).toHaveLength(6);
  await later(31 * SECOND);
  expect(asked).toHaveLength(7);
  for (let minute = 0; minute < 30; minute += 1) await later(60 * SECOND);
  expect(asked.length).toBeLessThan(45);
  expect(await attempts()).toBe(asked.length);
});

test('the first success lets all go, in their order, and each is taken once', async () => {
  await many(40);
  await portal.work();
  failure = undefined;
  await later(16 * SECOND);
  await later(60 * SECOND);
  const never = taken.filter((one) => Number(one) > 5);
  expect(never).toEqual(Array.from({ length: 34 }, (_, n) => String(n + 6).padStart(3, '0')));
  expect(taken.toSorted()).toEqual(Array.from({ length: 40 }, (_, n) => String(n).padStart(3, '0')));
});

test('a message that comes meanwhile waits with the others, and goes with them', async () => {
  await many(10);
  await portal.work();
  await write('late');
  await portal.work();
  expect(asked).toHaveLength(5);
  failure = undefined;
  await later(16 * SECOND);
  expect(taken).toContain('late');
});

test('one that waits for the morning is not let go with the others', async () => {
  const morning = new Date(portal.clock.now().getTime() + 3_600_000);
  await portal.world.db.write((tx) =>
    enqueueEffect(tx, sendLetterEffect, { to: 'a@mail.example', subject: 'morning', text: '' }, { runAt: morning }),
  );
  await many(10);
  await portal.work();
  failure = undefined;
  await later(20 * SECOND);
  expect(taken).not.toContain('morning');
  await later(3_600_000);
  expect(taken.filter((one) => one === 'morning')).toHaveLength(1);
});

test('a code that has run out meanwhile is not sent when the gateway works again', async () => {
  await many(5);
  const until = new Date(portal.clock.now().getTime() + 600_000).toISOString();
  await portal.world.db.write((tx) =>
    enqueueEffect(tx, sendLetterEffect, { to: 'a@mail.example', subject: 'code', text: '', until }),
  );
  await portal.work();
  await later(600_000);
  failure = undefined;
  await later(60 * SECOND);
  await later(60 * SECOND);
  expect(taken.toSorted()).toEqual(['000', '001', '002', '003', '004']);
  await portal.world.db.write((tx) =>
    enqueueEffect(tx, sendLetterEffect, {
      to: 'a@mail.example',
      subject: 'code in time',
      text: '',
      until: new Date(portal.clock.now().getTime() + 1).toISOString(),
    }),
  );
  await portal.work();
  expect(taken).toContain('code in time');
});

test('a message that is dropped says nothing of its gateway: the trouble goes on, and the next one tries at once', async () => {
  // The first five come again in an hour.
  failure = new TooManyRequests('busy', 3_600_000);
  await many(5);
  const until = new Date(portal.clock.now().getTime() + 10_000).toISOString();
  for (const subject of ['code', 'another code'])
    await portal.world.db.write((tx) =>
      enqueueEffect(tx, sendLetterEffect, { to: 'a@mail.example', subject, text: '', until }),
    );
  await portal.work();
  await many(20, 5);
  await portal.work();
  expect(asked).toHaveLength(5);
  await later(16 * SECOND);
  expect(asked).toHaveLength(6);
  const trouble = await portal.pool.query('select gateway, failures from gateway_trouble');
  expect(trouble.rows).toEqual([{ gateway: 'mail', failures: 6 }]);
  failure = undefined;
  await later(60 * SECOND);
  expect(taken).toHaveLength(19);
  await later(3_600_000);
  expect(taken).toHaveLength(25);
});

test('other gateways do not wait', async () => {
  const texts: string[] = [];
  portal.world.outside.sms.send = ({ text }) => Promise.resolve(void texts.push(text));
  await many(10);
  await portal.work();
  await portal.world.db.write((tx) => enqueueEffect(tx, sendTextMessageEffect, { to: '79270000001', text: 'СМС' }));
  await portal.work();
  expect(texts).toEqual(['СМС']);
});

test('a gateway that refuses addresses works: nothing waits', async () => {
  failure = new RefusedForGood('no such address');
  await many(10);
  await portal.work();
  expect(asked).toHaveLength(10);
});

test('if the process of the one that tries dies, the others try again after a while', async () => {
  await many(10);
  await portal.work();
  await portal.pool.query(`update gateway_trouble set probe_at = $1`, [
    new Date(portal.clock.now().getTime() + 300 * SECOND),
  ]);
  failure = undefined;
  await later(100 * SECOND);
  expect(taken).toEqual([]);
  await later(201 * SECOND);
  expect(new Set(taken).size).toBe(10);
  expect(taken).toHaveLength(10);
});
