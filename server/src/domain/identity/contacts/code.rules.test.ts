import { expect, test } from 'vitest';
import { BACKUP_CODES, codeInOneForm } from '../second-factor/backup-code.rules.ts';
import { maskedAddress } from './address.rules.ts';
import * as rules from './code.rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('a code lives ten minutes, takes five tries, and is sent again after a minute', () => {
  expect(rules.CODE_LIFE_MS).toBe(10 * MINUTE);
  expect(rules.MOST_CODE_TRIES).toBe(5);
  expect(rules.AGAIN_AFTER_MS).toBe(MINUTE);
});

test('a day has five codes for an address, twenty for an owner, six for strangers', () => {
  expect(rules.MOST_TO_ADDRESS).toBe(5);
  expect(rules.MOST_OF_CONTRACT).toEqual({ owner: 20, strangers: 6 });
});

test('a new contact opens no account for a day', () => {
  expect(rules.NEW_CONTACT_WAITS_MS).toBe(24 * HOUR);
});

test('strangers wait the longer for the next code the more of them nobody has used, at most a day', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6].map(rules.waitOfStrangers);
  expect(waits).toEqual([0, MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 24 * HOUR, 24 * HOUR]);
  expect(rules.UNUSED_COUNT_FOR_MS).toBe(7 * 24 * HOUR);
});

test('an hour has a code for fifty contracts, at least two hundred; strangers have half as many of their own', () => {
  expect([0, 10_000, 10_001, 10_050, 10_051].map(rules.mostOfHour)).toEqual([200, 200, 201, 201, 202]);
  expect([200, 201].map(rules.ofStrangers)).toEqual([100, 101]);
});

test('the refusal of a wrong code counts the tries left; the fifth ends the code', () => {
  expect(rules.wrongCodeText(1)).toBe('Код не подошёл. Осталось 4 попытки');
  expect(rules.wrongCodeText(4)).toBe('Код не подошёл. Осталась 1 попытка');
  expect(rules.wrongCodeText(5)).toMatch(/больше не действует/);
  expect(rules.wrongCodeText(6)).toBe(rules.wrongCodeText(5));
});

test('a masked contact shows four digits of a phone, one letter of an e-mail', () => {
  expect(maskedAddress({ kind: 'phone', address: '79271234567' })).toBe('+7\u00a0•••\u00a0•••-45-67');
  expect(maskedAddress({ kind: 'email', address: 'maria@mail.ru' })).toBe('m•••@mail.ru');
  expect(maskedAddress({ kind: 'email', address: '"a@b"@mail.ru' })).toBe('"•••@mail.ru');
});

test('there are ten backup codes, each read as it is typed', () => {
  expect(BACKUP_CODES).toBe(10);
  expect(codeInOneForm(' AB12-cd34 ')).toBe('ab12cd34');
});
