import { expect, test } from 'vitest';
import { nextPlan } from './mailbox-change.ts';

type Holder = Parameters<typeof nextPlan>[0];
type Plan = Parameters<typeof nextPlan>[1][number];

const holder = (own: Partial<Holder> = {}) => ({ situation: 'active', in_debt: false, ...own }) as Holder;
const plan = (left: number, boxes = 2) => ({ plan_id: left, left, boxes }) as Plan;
const reason = (of: Holder, plans: Plan[]) => {
  const next = nextPlan(of, plans);
  return 'plan' in next ? next.plan.plan_id : next.blockReason.replaceAll('\u00a0', ' ');
};

test('the next mailbox has the first plan that has a place left', () => {
  expect(reason(holder(), [plan(0), plan(1), plan(2)])).toBe(1);
  expect(reason(holder(), [plan(0, 2), plan(0, 3)])).toMatch(/^Больше 5 ящиков не бывает/);
  expect(reason(holder(), [])).toMatch(/^Новые ящики заводит поддержка/);
});

test('a contract that is closed or in debt gets none', () => {
  expect(reason(holder({ situation: 'closed' }), [plan(1)])).toMatch(/^Договор закрыт/);
  expect(reason(holder({ in_debt: true }), [plan(1)])).toMatch(/^Сначала оплатите долг/);
});
