import { sendLetterEffect } from '#server/domain/messaging/effects.ts';
import { provisionServiceEffect } from '#server/domain/services/provisioning/effects.ts';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderMail } from '#server/integrations/mail/folder.ts';
import type { Letter } from '#server/integrations/mail/port.ts';
import { testPortal } from '../test/portal/portal.ts';
import { RefusedForGood, TooManyRequests } from '#server/kernel/job/delivery.ts';
import { enqueueEffect, retryEffect } from '#server/kernel/job/outbox.ts';

const LETTER: Letter = { to: 'test@example.com', subject: 'Код подтверждения', text: 'Код 123456' };

async function withMail(send: (letter: Letter) => Promise<void>) {
  const portal = await testPortal({ template: 'empty' });
  portal.world.outside.mail.send = send;
  const effects = async () =>
    (await portal.pool.query<{ state: string; attempts: number }>('select state, attempts from outbox_effect')).rows;
  return { portal, db: portal.world.db, effects };
}

test('delivers an effect once, after its transaction', async () => {
  const sent: Letter[] = [];
  const { portal, db, effects } = await withMail((letter) => Promise.resolve(void sent.push(letter)));
  await db.write(async (tx) => {
    await enqueueEffect(tx, sendLetterEffect, LETTER, { uniqueKey: 'code:1' });
    await enqueueEffect(tx, sendLetterEffect, LETTER, { uniqueKey: 'code:1' });
  });
  expect(sent).toEqual([]);
  await portal.work();
  await portal.work();
  expect(sent).toEqual([expect.objectContaining(LETTER)]);
  expect(await effects()).toEqual([{ state: 'done', attempts: 1 }]);
});

test('a failed transaction enqueues no effect', async () => {
  const { portal, db, effects } = await withMail(() => Promise.reject(new Error('must not be called')));
  const failing = db.write(async (tx) => {
    await enqueueEffect(tx, sendLetterEffect, LETTER);
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await portal.work();
  expect(await effects()).toEqual([]);
});

test('after delivery only the fact of delivery is kept', async () => {
  const { portal, db } = await withMail(() => Promise.resolve());
  const kept = async () =>
    (
      await portal.pool.query<{ row: string }>(`
        select e::text as row from outbox_effect e union all select j::text from graphile_worker._private_jobs j
        union all select m::text from message m union all select k::text from idempotency_key k`)
    ).rows
      .map(({ row }) => row)
      .join();
  await db.write(async (tx) => {
    await enqueueEffect(tx, sendLetterEffect, LETTER, { uniqueKey: 'code:1' });
    await enqueueEffect(tx, provisionServiceEffect, { userId: 1 });
    await enqueueEffect(tx, provisionServiceEffect, { userId: 1 });
  });
  expect(await kept()).toContain('123456');
  await portal.work();
  expect(await kept()).not.toContain('123456');
  const { rows } = await portal.pool.query(
    'select kind, payload, unique_key, done_at is not null as is_done from outbox_effect order by effect_id',
  );
  const network = { kind: 'service.provision', payload: null, unique_key: null, is_done: true };
  expect(rows).toEqual([{ kind: 'mail.send', payload: null, unique_key: 'code:1', is_done: true }, network, network]);
});

test('a failing effect is retried less and less often, then shown as failed, and the operator may retry it', async () => {
  let broken = true;
  const tries: number[] = [];
  const { portal, db, effects } = await withMail(() => {
    tries.push(portal.clock.now().getTime());
    return broken ? Promise.reject(new Error('mail server is away')) : Promise.resolve();
  });
  await db.write((tx) => enqueueEffect(tx, sendLetterEffect, LETTER));
  await portal.work();
  await portal.work();
  expect(await effects()).toEqual([{ state: 'due', attempts: 1 }]);
  for (let quarter = 0; quarter < 40; quarter += 1) {
    portal.clock.advance(15 * 60_000);
    await portal.work();
  }
  expect(await effects()).toEqual([{ state: 'failed', attempts: 10 }]);
  expect(tries).toHaveLength(10);
  broken = false;
  expect(await db.write((tx) => retryEffect(tx, 1))).toBe(true);
  await portal.work();
  expect(await effects()).toEqual([{ state: 'done', attempts: 1 }]);
  expect(await db.write((tx) => retryEffect(tx, 1))).toBe(false);
});

test('what is refused for good is shown as failed at once', async () => {
  const { portal, db, effects } = await withMail(() => Promise.reject(new RefusedForGood('no such address')));
  await db.write((tx) => enqueueEffect(tx, sendLetterEffect, LETTER));
  await portal.work();
  expect(await effects()).toEqual([{ state: 'failed', attempts: 1 }]);
});

test('a gateway that asks to wait is left alone for so long', async () => {
  let tries = 0;
  const { portal, db } = await withMail(() => {
    tries += 1;
    return Promise.reject(new TooManyRequests('too many', 120_000));
  });
  await db.write((tx) => enqueueEffect(tx, sendLetterEffect, LETTER));
  await portal.work();
  portal.clock.advance(119_000);
  await portal.work();
  expect(tries).toBe(1);
  portal.clock.advance(2000);
  await portal.work();
  expect(tries).toBe(2);
});

test('a letter is a file that mail programs open', async () => {
  const root = await mkdtemp(join(tmpdir(), 'kabinet-letters-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, 'mail');
  await folderMail(folder).send({ to: 'a@example.com\r\nBcc: b@example.com', subject: 'Ж'.repeat(50), text: 'Текст' });
  const [name = ''] = await readdir(folder);
  const letter = await readFile(join(folder, name), 'utf8');
  expect(name).toMatch(/\.eml$/);
  expect(letter).not.toMatch(/^Bcc/m);
  const words = [...letter.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)];
  expect(words.map(([, text = '']) => Buffer.from(text, 'base64').toString()).join('')).toBe('Ж'.repeat(50));
  expect(Math.max(...words.map(([word]) => word.length))).toBeLessThanOrEqual(75);
  expect(Buffer.from(letter.split('\r\n\r\n')[1] ?? '', 'base64').toString()).toBe('Текст');
});
