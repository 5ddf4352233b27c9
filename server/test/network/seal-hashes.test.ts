import { expect, test } from 'vitest';
import { countUnread } from '#server/domain/changes/network-profile/line.queries.ts';
import { sealHashes } from '#server/domain/services/access/seal-hashes.ts';
import { opened } from '#server/domain/services/access/service-password.ts';
import { differences } from '#server/domain/services/provisioning/check-network.ts';
import { testPortal } from '../portal/portal.ts';

test('the passwords of the demo’s internet are sealed, once, and its recorded network differs in nothing', async () => {
  const { world, pool } = await testPortal();
  const { db, outside } = world;
  expect(await db.read(countUnread)).toBeGreaterThan(0);
  await sealHashes(db, outside.vault, 'demo-service');
  expect(await db.read(countUnread)).toBe(0);
  const sealed = async () =>
    (
      await pool.query<{ user_id: number; secret: Buffer }>(
        `select user_id, secret from service_secret where form = 'sealed' order by user_id`,
      )
    ).rows;
  const first = await sealed();
  expect(new Set(first.map(({ user_id, secret }) => opened(outside.vault, user_id, secret)))).toEqual(
    new Set(['demo-service']),
  );
  await sealHashes(db, outside.vault, 'demo-service');
  expect(await sealed()).toEqual(first);
  const found: unknown[] = [];
  for await (const { fields } of differences({ db, network: outside.network }))
    if (fields.includes('passwordSince')) found.push(fields);
  expect(found).toEqual([]);
});
