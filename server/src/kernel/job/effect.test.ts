import { expect, test } from 'vitest';
import { z } from 'zod';
import { testPortal } from '../../../test/portal/portal.ts';
import { handleEffect, type Effect } from './effect.ts';
import { deliverEffect, enqueueEffect } from './outbox.ts';

interface Greeting {
  readonly name: string;
}

const greet: Effect<Greeting> = {
  kind: 'test.greet',
  title: 'приветствие',
  version: 2,
  payload: z.object({ name: z.string() }),
  upgrade: (payload) => ({ name: (payload as { who: string }).who }),
};

async function begin() {
  const { world, pool } = await testPortal({ template: 'empty' });
  const greeted: string[] = [];
  const handler = handleEffect(greet, (_, { name }) => Promise.resolve(void greeted.push(name)));
  const deliver = (effectId: number) => deliverEffect(world, { effectId }, new Map([[handler.kind, handler]]));
  const store = async (kind: string, version: number, payload: object): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      'insert into outbox_effect (kind, version, payload, created_at) values ($1, $2, $3, now()) returning effect_id::int as id',
      [kind, version, payload],
    );
    return rows[0]?.id ?? 0;
  };
  const outcome = async (effectId: number) => {
    const { rows } = await pool.query<{ state: string; last_error: string | null }>(
      'select state, last_error from outbox_effect where effect_id = $1',
      [effectId],
    );
    return rows[0];
  };
  return { world, greeted, deliver, store, outcome };
}

test('an effect of an earlier version is upgraded before delivery', async () => {
  const { world, greeted, deliver, store } = await begin();
  await deliver(await store('test.greet', 1, { who: 'Анна' }));
  await world.db.write((tx) => enqueueEffect(tx, greet, { name: 'Олег' }));
  await deliver(2);
  expect(greeted).toEqual(['Анна', 'Олег']);
});

test.each([
  ['of a later version', 'test.greet', 3, { name: 'Анна' }, 'test.greet of version 3 needs a newer Kabinet'],
  ['of another shape', 'test.greet', 2, { name: 5 }, 'the payload does not fit'],
  ['without a handler', 'test.leave', 1, {}, 'no handler of test.leave'],
])('an effect %s is kept with the reason and retried later', async (_, kind, version, payload, reason) => {
  const { greeted, deliver, store, outcome } = await begin();
  const effectId = await store(kind, version, payload);
  await deliver(effectId);
  expect(greeted).toEqual([]);
  expect(await outcome(effectId)).toEqual({ state: 'due', last_error: expect.stringContaining(reason) as string });
});

const ended = () => Object.assign(new Error('terminating connection'), { code: '57P01' });

test('an effect is not blamed when our own database goes away meanwhile: its job is carried out again soon', async () => {
  const { world, store, outcome } = await begin();
  const failing = handleEffect(greet, ({ db }) => db.write(() => Promise.reject(ended())));
  const effectId = await store('test.greet', 2, { name: 'Анна' });
  const delivered = deliverEffect(world, { effectId }, new Map([[failing.kind, failing]]));
  await expect(delivered).rejects.toMatchObject({ code: '57P01' });
  expect(await outcome(effectId)).toEqual({ state: 'due', last_error: null });
});

test('the same trouble of an outside system is a failure of the effect', async () => {
  const { world, store, outcome } = await begin();
  const failing = handleEffect(greet, () => Promise.reject(ended()));
  const effectId = await store('test.greet', 2, { name: 'Анна' });
  await deliverEffect(world, { effectId }, new Map([[failing.kind, failing]]));
  expect(await outcome(effectId)).toEqual({ state: 'due', last_error: 'terminating connection' });
});

test('the answer of an outside system may hold a zero byte', async () => {
  const { world, store, outcome } = await begin();
  const failing = handleEffect(greet, () => Promise.reject(new Error('refused: \0\0broken')));
  const effectId = await store('test.greet', 2, { name: 'Анна' });
  await deliverEffect(world, { effectId }, new Map([[failing.kind, failing]]));
  expect(await outcome(effectId)).toEqual({ state: 'due', last_error: 'refused: broken' });
});
