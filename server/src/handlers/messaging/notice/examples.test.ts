import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { readingPortal } from '../../../../test/portal/portal.ts';

test('each notice has an example, with the texts of every channel', async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(contract.notice.examples, {}, 100_001);
  const folder = join(import.meta.dirname, '../../../domain');
  const modules = await Promise.all(
    globSync('**/notices.ts', { cwd: folder }).map(
      (file) => import(join(folder, file)) as Promise<Record<string, Notice<never>>>,
    ),
  );
  // What the staff write has no words of ours.
  const isWritten = (name: string) => name.startsWith('operator.');
  const names = modules.flatMap((notices) =>
    Object.values(notices).flatMap(({ name, isPortalOnly }) => (isPortalOnly || isWritten(name) ? [] : name)),
  );
  expect(body.map(({ name }) => name).toSorted()).toEqual([...new Set(names)].toSorted());
  for (const { name, title, text, sms, mail, push } of body) {
    for (const said of [title, text, sms, mail.subject, mail.text, push]) {
      expect.soft(said, name).toMatch(/[а-яё]/i);
      expect.soft(said, name).not.toMatch(/undefined|NaN|\[object|<p>/);
    }
    expect.soft(sms, name).toMatch(/ http:\/\/127\.0\.0\.1:8080\/lk\//);
    // What a locked screen shows has no figures.
    expect.soft(push, name).not.toMatch(/\d/);
  }
});

test('the days of an example are near', async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(contract.notice.examples, {}, 100_001);
  expect(body.find(({ name }) => name === 'promise.ending')?.text).toContain('20 ноября');
});
