import { expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { arrearsOf } from './internet-contract.rules.ts';

type Account = Parameters<typeof arrearsOf>[0];
const price = (own: Partial<Account['prices'][number]>) =>
  ({ programId: 1252, name: 'ТВ', userId: 17, situation: 'debt', ...own }) as Account['prices'][number];
const arrears = (blocked: boolean, ...prices: Account['prices'][number][]) =>
  arrearsOf({ kind: 'i', blocked, debt: kopecks(628_50), prices } as unknown as Account);

test('programs of a blocked account wait for its debt: those of the contract and of services off for it', () => {
  expect(arrears(true, price({}))).toEqual([
    { programm_id: 1252, amount: 628_50, text: '«ТВ» ждёт оплаты: долг по\u00a0счёту «Интернет»\u00a0628,50\u00a0₽' },
  ]);
  expect(arrears(true, price({ userId: null, situation: 'active' }))).toHaveLength(1);
  expect(arrears(true, price({ situation: 'operator' }), price({ programId: null }))).toEqual([]);
  expect(arrears(false, price({}))).toEqual([]);
});
