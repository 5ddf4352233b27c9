import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../../../../test/process/cpu-time.ts';
import { formerDigestOf, readFormerDigest, workOf, type FormerKind } from './former-digest.ts';
import { hashFormer, isOfDigest, isOutdated, isRight } from './password.ts';

// What crypt(3) of glibc, as Perl calls it, makes of these passwords.
const CRYPT3: readonly (readonly [FormerKind, string, string])[] = [
  ['crypt', 'anna-2020-lenina', 'abYGzVrFGq22M'],
  ['crypt', 'пароль', 'abWjQH6DcCzWM'],
  ['md5-crypt', 'anna-2020-lenina', '$1$saltsalt$RHxyuue9hYBiCO8RrUVXq/'],
  ['md5-crypt', 'anna-2020-lenina', '$1$s$06sPm7mlFW6yw5nRuA/dQ1'],
  ['md5-crypt', 'пароль', '$1$saltsalt$petG5kz2WCfq/FxlwFEdM0'],
  ['md5-crypt', 'x'.repeat(20), '$1$s$bS4ixKe7QMZlThg.5Hjy/0'],
  ['bcrypt', 'anna-2020-lenina', '$2y$05$abcdefghijklmnopqrstuuKg2.GpA8vpHDv8t8fZ5tmph9yJtW6GS'],
  ['bcrypt', 'пароль', '$2a$05$abcdefghijklmnopqrstuuzNhjJbiIwqABDRBuv89/6Oj5r2.TjxC'],
];

const digest = (name: string, text: string) => createHash(name).update(text).digest('hex');
const SALTED: readonly (readonly [FormerKind, string, string, string])[] = [
  ['md5', 'пароль', digest('md5', 'пароль').toUpperCase(), ''],
  ['sha1', 'пароль', digest('sha1', 'пароль'), ''],
  ['md5(пароль+соль)', 'пароль', digest('md5', 'парольx:1'), 'x:1'],
  ['md5(соль+пароль)', 'пароль', digest('md5', 'x:1пароль'), 'x:1'],
  ['sha1(пароль+соль)', 'пароль', digest('sha1', 'парольx:1'), 'x:1'],
  ['sha1(соль+пароль)', 'пароль', digest('sha1', 'x:1пароль'), 'x:1'],
];

describe('a password that a former system has digested', () => {
  const all = [...CRYPT3.map((row) => [...row, ''] as const), ...SALTED];
  test.each(all)('%s of «%s»', async (kind, password, text, salt) => {
    const former = readFormerDigest(kind, text, salt)!;
    expect(await formerDigestOf(former, password)).toBe(former.digest);
    const kept = await hashFormer(former);
    expect(isOutdated(kept)).toBe(true);
    expect(kept).not.toContain(former.digest);
    expect([await isRight(password, kept), await isRight(`${password}.`, kept)]).toEqual([
      true,
      // DES sees eight bytes.
      kind === 'crypt' && Buffer.byteLength(password) >= 8,
    ]);
    // The digest itself opens nothing.
    expect(await isRight(former.digest, kept)).toBe(false);
    expect(await isOfDigest(kept, former)).toBe(true);
    expect(await isOfDigest(kept, { ...former, digest: 'other' })).toBe(false);
    expect(await isOfDigest(kept, { ...former, salt: 'other' })).toBe(false);
  });

  test('only what its kind writes is read', () => {
    const none = Object.entries({
      bcrypt: ['$2y$13$abcdefghijklmnopqrstuuKg2.GpA8vpHDv8t8fZ5tmph9yJtW6GS', '$2y$05$short', 'abYGzVrFGq22M'],
      crypt: ['abYGzVrFGq22', 'abYGzVrFGq22M1', '$1$s$06sPm7mlFW6yw5nRuA/dQ1'],
      'md5-crypt': ['$1$ninechars$06sPm7mlFW6yw5nRuA/dQ1', '$5$s$06sPm7mlFW6yw5nRuA/dQ1'],
      md5: [digest('sha1', 'x'), 'a'.repeat(31)],
      sha1: [digest('md5', 'x')],
    }).flatMap(([kind, texts]) => texts.map((text) => readFormerDigest(kind as FormerKind, text, '')));
    expect(none.filter((one) => one !== undefined)).toEqual([]);
  });

  test('only bcrypt has a price of its own', () => {
    expect(
      workOf(readFormerDigest('bcrypt', '$2y$11$abcdefghijklmnopqrstuuKg2.GpA8vpHDv8t8fZ5tmph9yJtW6GS', '')!),
    ).toBe(11);
    expect(workOf(readFormerDigest('crypt', 'abYGzVrFGq22M', '')!)).toBe(0);
  });

  test('while a dear digest is kept, everybody’s check is as dear', async () => {
    const former = readFormerDigest('bcrypt', '$2y$12$abcdefghijklmnopqrstuuKg2.GpA8vpHDv8t8fZ5tmph9yJtW6GS', '')!;
    const kept = await hashFormer(former);
    const check = (digest: string | undefined, work: number) => async () =>
      expect(await isRight('wrong', digest, work)).toBe(false);
    const [owners, nobodys, cheap] = [
      await cpuTimeOf(check(kept, 12)),
      await cpuTimeOf(check(undefined, 12)),
      await cpuTimeOf(check(undefined, 0)),
    ];
    expect(nobodys).toBeGreaterThan(owners / 2);
    expect(cheap).toBeLessThan(owners / 2);
  });
});
