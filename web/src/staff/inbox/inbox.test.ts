import { expect, it } from 'vitest';
import { causeKey, isElsewhere, nextCause, pageOf, type Waiting } from './inbox.texts.ts';
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

it('after a row is put off, the next one below is opened, else the last one above; never one of another page', () => {
  const row = (kind: Waiting['kind'], cost: Waiting['cost']): Waiting => ({
    ...{ kind, cost, cause: null, title: kind, count: 1, sum: null },
    ...{ since: '2026-11-24T10:00:00Z', list: '', solve: [], may_defer: true },
  });
  // As they stand on the page: money first, then the books.
  const [transfer, job, finding, call] = [
    row('transfer', 'money'),
    row('job', 'books'),
    row('finding', 'money'),
    row('call_back', 'money'),
  ];
  const items = [transfer, job, finding, call];
  expect(nextCause(items, transfer)).toBe(finding);
  expect(nextCause(items, finding)).toBe(job);
  expect(nextCause(items, job)).toBe(finding);
  expect(nextCause([call, job], job)).toBeUndefined();
});
