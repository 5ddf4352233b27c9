import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenRules, madePassword, ownWordsOf, PASSWORD_LENGTH } from './service-password.ts';

const word = fc.stringMatching(/^[a-zа-я\d]{4,20}$/);
const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(Math.random() * 256));

test('generates a different password each time, which breaks no rule for any own words', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      const password = madePassword(bytes);
      expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{16}$/);
      expect(brokenRules(password, ownWordsOf(words))).toEqual([]);
      expect(madePassword(bytes)).not.toBe(password);
    }),
  );
});

test('refuses an own word with few other characters, ignoring case', () => {
  fc.assert(
    fc.property(word, fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 }), (own, before, after) => {
      expect(brokenRules(`${before}${own.toUpperCase()}${after}`, [own.toLowerCase()])).toContain('own_words');
    }),
  );
});

test('counts the length in characters, not UTF-16 units', () => {
  const signs = fc.constantFrom('a', 'Я', '7', ' ', '🐟', '!');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 140 }), (all) => {
      const isFit = all.length >= PASSWORD_LENGTH.least && all.length <= PASSWORD_LENGTH.most;
      expect(brokenRules(all.join(''), []).includes('length')).toBe(!isFit);
    }),
  );
  expect(brokenRules('й'.normalize('NFD').repeat(4) + 'abc', [])).toContain('length');
});

test.each(['qwerty123', 'QWERTY123', 'пароль123', '12345678', 'aaaaaaaa', 'abababab'])(
  'refuses the common password «%s»',
  (common) => {
    expect(brokenRules(common, [])).toContain('common');
  },
);

test.each(['Lesnaya-tropa-48', 'correct horse battery staple', 'Кот ест рыбу в 7 утра'])('accepts «%s»', (good) => {
  expect(brokenRules(good, ['ivanov', '100001'])).toEqual([]);
});

test('takes whole names and their parts as own words, without short ones', () => {
  expect(ownWordsOf(['Кузнецова Мария Ли', 'kuznetsova84@volga.example', '100001'])).toEqual([
    'kuznetsova84@volga.example',
    'кузнецова мария ли',
    'kuznetsova84',
    'кузнецова',
    'example',
    '100001',
    'мария',
    'volga',
  ]);
});

test('a password has eight to a hundred and twenty-eight signs', () => {
  const broken = (length: number) => brokenRules('абвгдежз'.repeat(17).slice(0, length), []);
  expect([7, 8, 128, 129].map(broken)).toEqual([['length'], [], [], ['length']]);
});

test('own words have four signs at least, and a password is long enough without them', () => {
  expect(ownWordsOf(['Анна Ли', 'Ким'])).toEqual(['анна ли', 'анна']);
  expect(brokenRules('анна-лошадка', ['анна'])).toEqual([]);
  expect(brokenRules('анна-лошадь', ['анна'])).toEqual(['own_words']);
});

test('a made password draws again the bytes that would make some signs likelier', () => {
  const draws = [
    Uint8Array.of(...Array<number>(8).fill(223), ...Array<number>(8).fill(224)),
    new Uint8Array(16).fill(1),
  ];
  expect(madePassword(() => draws.shift()!)).toBe(`${'9'.repeat(8)}${'b'.repeat(8)}`);
});
