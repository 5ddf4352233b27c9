import { expect, it } from 'vitest';
import { causeKey, isElsewhere, pageOf } from './inbox.texts.ts';
import { reasonsText } from './transfer.texts.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

it('the reasons of a guess are told in words', () => {
  expect(
    plain(
      reasonsText([
        { why: 'paid_before', times: 3 },
        { why: 'payer', times: null },
      ]),
    ),
  ).toBe('Этот плательщик платил сюда 3 раза за год, похоже имя плательщика');
});

it('a cause is decided where it belongs', () => {
  expect(pageOf({ kind: 'transfer', cause: null })).toBe('/inbox?kind=transfer');
  expect(pageOf({ kind: 'effect', cause: 'receipt.register' })).toBe('/inbox?kind=effect&cause=receipt.register');
  expect([pageOf({ kind: 'approval', cause: 'x' }), pageOf({ kind: 'late_order', cause: null })]).toEqual([
    '/approvals',
    '/orders',
  ]);
  expect([isElsewhere({ kind: 'order' }), isElsewhere({ kind: 'job' })]).toEqual([true, false]);
  expect(causeKey({ kind: 'job', cause: 'charge' })).not.toBe(causeKey({ kind: 'job', cause: null }));
});
