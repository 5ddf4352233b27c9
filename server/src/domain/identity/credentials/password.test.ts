import { hash } from '@node-rs/argon2';
import { beforeAll, expect, test } from 'vitest';
import { atFullPrice } from '../../../../test/process/cheap-argon2.ts';
import { cpuTimeOf } from '../../../../test/process/cpu-time.ts';
import { hashPassword, isOutdated, isRight } from './password.ts';

beforeAll(atFullPrice);

test("hashes a password as argon2id with today's parameters", async () => {
  const kept = await hashPassword('пароль с пробелом');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(isOutdated(kept)).toBe(false);
  expect(await isRight('пароль с пробелом', kept)).toBe(true);
  expect(await isRight('пароль с пробелом ', kept)).toBe(false);
  expect(isOutdated(await hash('x', { memoryCost: 8192, timeCost: 2, parallelism: 1 }))).toBe(true);
});

test('accepts the same password in other code points, and does not truncate a long one', async () => {
  expect(await isRight('й'.normalize('NFD'), await hashPassword('й'.normalize('NFC')))).toBe(true);
  const long = 'я'.repeat(128);
  expect(await isRight(`${long.slice(0, -1)}ю`, await hashPassword(long))).toBe(false);
});

test('checking a password takes as long for an unknown login as for a known one', async () => {
  const kept = await hashPassword('demo-kabinet');
  const spent = { somebody: [] as number[], nobody: [] as number[] };
  for (let round = 0; round < 15; round += 1) {
    for (const [who, passwordHash] of [
      ['somebody', kept],
      ['nobody', undefined],
    ] as const) {
      spent[who].push(await cpuTimeOf(async () => expect(await isRight('wrong', passwordHash)).toBe(false)));
    }
  }
  // The quickest of each: whatever else the machine does makes some slower.
  const quickest = (times: number[]) => Math.min(...times);
  // Without the dummy hash it would be hundreds of times faster; the rest is noise of the machine.
  expect(quickest(spent.nobody) / quickest(spent.somebody)).toBeGreaterThan(0.6);
  expect(quickest(spent.nobody) / quickest(spent.somebody)).toBeLessThan(1.7);
});
