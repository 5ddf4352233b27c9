import { expect, test } from 'vitest';
import { instant } from '@kabinet/contract/kernel/day';
import {
  isClosed,
  mayAnswer,
  mayClose,
  mayMove,
  mayRate,
  mayReopen,
  moveUntil,
  type OrderState,
} from './order.rules.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-20T12:00:00Z');
const at = (ms: number) => instant(new Date(NOW.getTime() + ms));

const order = (state: OrderState, own: Partial<Parameters<typeof mayClose>[0]> = {}) => ({
  state,
  updated_at: at(0),
  visit_from: null,
  asks_visit: false,
  connects: null,
  ...own,
});

const OPEN = ['new', 'accepted', 'in_progress', 'waiting_client'] as const;
const CLOSED = ['done', 'cancelled'] as const;

test('an order that is done or cancelled is closed: it takes no answer and is not closed again', () => {
  for (const state of OPEN) {
    expect(isClosed(order(state))).toBe(false);
    expect(mayAnswer(order(state))).toEqual({ possible: true, reason: null });
    expect(mayClose(order(state)).possible).toBe(true);
  }
  for (const state of CLOSED) {
    expect(isClosed(order(state))).toBe(true);
    expect(mayAnswer(order(state))).toEqual({ possible: false, reason: 'Заявка закрыта' });
    expect(mayClose(order(state))).toEqual({ possible: false, reason: 'Заявка уже закрыта' });
  }
});

test('an order whose visit connects a service ends with the service', () => {
  expect(mayClose(order('accepted', { connects: 'ТВ' }))).toMatchObject({ possible: false });
});

test('a done order is opened again within thirty days, a cancelled one is not', () => {
  const done = (age: number) => mayReopen(order('done', { updated_at: at(-age) }), NOW).possible;
  expect(done(30 * DAY_MS)).toBe(true);
  expect(done(30 * DAY_MS + 1)).toBe(false);
  expect(mayReopen(order('cancelled'), NOW)).toMatchObject({ possible: false });
  for (const state of OPEN) expect(mayReopen(order(state), NOW)).toMatchObject({ reason: 'Заявка ещё в работе' });
});

test('only what is done is rated', () => {
  expect(mayRate(order('done')).possible).toBe(true);
  for (const state of [...OPEN, 'cancelled'] as const) expect(mayRate(order(state)).possible).toBe(false);
});

test('a visit is moved up to some hours before it', () => {
  const HOUR_MS = 3_600_000;
  const visit = (ms: number) => order('accepted', { visit_from: at(ms) });
  expect(moveUntil(visit(5 * HOUR_MS), 3)).toBe(at(2 * HOUR_MS));
  expect(moveUntil(order('accepted'), 3)).toBeNull();
  expect(mayMove(visit(3 * HOUR_MS + 1), 3, NOW).possible).toBe(true);
  expect(mayMove(visit(3 * HOUR_MS), 3, NOW).possible).toBe(false);
  expect(mayMove(order('done', { visit_from: at(DAY_MS) }), 3, NOW).possible).toBe(false);
});

test('a visit is asked for where the goal has one', () => {
  expect(mayMove(order('new', { asks_visit: true }), 3, NOW).possible).toBe(true);
  expect(mayMove(order('new'), 3, NOW)).toEqual({ possible: false, reason: 'По этой заявке мастер не приходит' });
});
