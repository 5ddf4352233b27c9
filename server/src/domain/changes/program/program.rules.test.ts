import { describe, expect, test } from 'vitest';
import { day, instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import {
  controlOf,
  missingFor,
  programPriceText,
  undoUntil,
  whyNotOff,
  whyNotOn,
  type ProgramRow,
} from './program.rules.ts';

const TODAY = day('2026-11-20');

const program = (own: Partial<ProgramRow> = {}): ProgramRow => ({
  program_id: 7,
  name: 'Антивирус',
  section: '',
  summary: '',
  badge: null,
  description: '',
  terms: '',
  price: kopecks(300_00),
  coming: null,
  plan_id: null,
  plan_name: null,
  plan_price: kopecks(0),
  plan_unit: 'month',
  visit_goal_id: null,
  is_archived: false,
  sold_from: null,
  status: null,
  changes_on: null,
  switched_at: null,
  user_id: null,
  service_situation: null,
  others: [],
  ...own,
});
const STARTER = { plan_id: 3, plan_price: kopecks(600_00) } satisfies Partial<ProgramRow>;

type Standing = Parameters<typeof whyNotOff>[0];
const standing = (own: Partial<Standing> = {}): Standing => ({
  situation: 'active',
  returns_on: null,
  in_debt: false,
  is_external: false,
  user_id: 1,
  ...own,
});

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
const refusal = (of: Partial<ProgramRow>, holder: Partial<Standing> = {}) => {
  const reason = whyNotOn(standing(holder), program(of), TODAY);
  return reason && [plain(reason.text), reason.possibleFrom];
};

const other = (
  relation: 'needs' | 'excludes',
  status: ProgramRow['status'],
  changes_on: ProgramRow['changes_on'] = null,
) => ({ relation, name: 'Адрес', status, changes_on });
const DECEMBER = day('2026-12-01');

describe('a program is switched on', () => {
  test('from the day of its sale, unless it is archived', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({ sold_from: TODAY })).toBeNull();
    expect(refusal({ sold_from: day('2026-11-21') })).toEqual(['Включить можно с 21 ноября', '2026-11-21']);
    expect(refusal({ is_archived: true })).toEqual(['Эту услугу больше не подключаем', null]);
  });

  test('on a service that works; on a paused one from its return', () => {
    expect(refusal({}, { situation: 'debt' })).toBeNull();
    expect(refusal({}, { situation: 'closed' })).toEqual(['Услуга закрыта', null]);
    expect(refusal({}, { situation: 'paused', returns_on: DECEMBER })).toEqual([
      'Услуга на паузе. Сначала верните её',
      DECEMBER,
    ]);
  });

  test('with the programs that it needs', () => {
    expect(refusal({ others: [other('needs', 'on')] })).toBeNull();
    expect(refusal({ others: [other('needs', null)] })?.[0]).toMatch(/^Сначала включите «Адрес»/);
    expect(refusal({ others: [other('needs', 'off_pending', DECEMBER)] })?.[0]).toMatch(/^Сначала оставьте «Адрес»/);
    expect(refusal({ others: [other('needs', 'on_pending', DECEMBER)] })).toEqual([
      'Сначала должна включиться «Адрес»',
      DECEMBER,
    ]);
  });

  test('without those that exclude it', () => {
    expect(refusal({ others: [other('excludes', null)] })).toBeNull();
    for (const status of ['on', 'on_pending'] as const) {
      expect(refusal({ others: [other('excludes', status, DECEMBER)] })).toEqual([
        'Не сочетается с «Адрес». Сначала отключите её',
        null,
      ]);
    }
    expect(refusal({ others: [other('excludes', 'off_pending', DECEMBER)] })).toEqual([
      'Можно с 1 декабря, когда отключится «Адрес»',
      DECEMBER,
    ]);
  });

  test('though in debt, unless it begins a service', () => {
    expect(refusal({}, { in_debt: true })).toBeNull();
    expect(refusal(STARTER)).toBeNull();
    expect(refusal(STARTER, { in_debt: true })?.[0]).toMatch(/^Сначала оплатите долг/);
  });
});

describe('a program that was to end', () => {
  const ending = { status: 'off_pending', changes_on: DECEMBER } as const;

  test('may stay, also when it is no longer sold and the service does not work', () => {
    expect(refusal({ ...ending, is_archived: true })).toBeNull();
    expect(refusal(ending, { situation: 'paused' })).toBeNull();
    expect(refusal(ending, { situation: 'closed' })).toEqual(['Услуга закрыта', null]);
  });

  test('but not without a program that it needs', () => {
    expect(refusal({ ...ending, others: [other('needs', 'off_pending', DECEMBER)] })?.[0]).toMatch(/оставьте «Адрес»/);
    expect(refusal({ ...ending, others: [other('excludes', 'on')] })).toBeNull();
  });
});

test('a program is switched off while its service is not closed', () => {
  expect(whyNotOff(standing(), program({}))).toBeNull();
  expect(whyNotOff(standing({ situation: 'operator' }), program({}))).toBeNull();
  expect(whyNotOff(standing({ situation: 'closed' }), program({}))).toEqual({
    text: 'Услуга закрыта',
    possibleFrom: null,
  });
});

test('the control tells the state, what will happen, and why nothing can be switched', () => {
  const control = (of: Partial<ProgramRow>, holder: Partial<Standing> = {}) => {
    const { status, text, possible_from } = controlOf(standing(holder), program(of), TODAY);
    return [status, plain(text), possible_from];
  };
  expect(control({})).toEqual(['off', '', null]);
  expect(control({ status: 'on' })).toEqual(['on', '', null]);
  expect(control({ status: 'on' }, { situation: 'paused' })).toEqual(['on', '', null]);
  expect(control({ status: 'on', is_archived: true })[1]).toMatch(/^В архиве/);
  expect(control({ status: 'on_pending', changes_on: DECEMBER })).toEqual(['on_pending', 'Включится 1 декабря', null]);
  expect(control({ status: 'off_pending', changes_on: DECEMBER })).toEqual([
    'off_pending',
    'Отключится 1 декабря',
    null,
  ]);
  expect(control({ status: 'on' }, { situation: 'closed' })).toEqual(['locked', 'Услуга закрыта', null]);
  expect(control({ sold_from: DECEMBER })).toEqual(['locked', 'Включить можно с 1 декабря', DECEMBER]);
  const ending = { status: 'off_pending', changes_on: DECEMBER, others: [other('needs', null)] } as const;
  expect(control(ending)).toEqual([
    'locked',
    'Отключится 1 декабря. Сначала включите «Адрес»: без этой услуги не работает',
    null,
  ]);
});

test('the price of a starter is its own and that of its plan, in the unit of the plan', () => {
  expect(plain(programPriceText(program()))).toBe('300 ₽ в месяц');
  expect(programPriceText(program({ price: kopecks(0) }))).toBe('Бесплатно');
  const daily = program({ ...STARTER, price: kopecks(1_00), plan_price: kopecks(19_00), plan_unit: 'day' });
  expect(plain(programPriceText(daily))).toBe('20 ₽ в день');
});

describe('the sum missing for a program', () => {
  // Eleven of the thirty days of November are left.
  const missing = (own: Partial<ProgramRow>, more: Partial<Parameters<typeof missingFor>[1]> = {}) =>
    missingFor(
      program(own),
      {
        balance: kopecks(0),
        credit_limit: kopecks(0),
        in_debt: false,
        debt: kopecks(0),
        due: kopecks(0),
        returned: kopecks(0),
        billing_day: 1,
        ...more,
      },
      TODAY,
    );

  test('is its price for the rest of the month beyond the balance and the credit limit', () => {
    expect(missing({})).toBe(110_00);
    expect(missing({}, { balance: kopecks(60_00), credit_limit: kopecks(20_00) })).toBe(30_00);
    expect(missing({}, { balance: kopecks(110_00) })).toBe(0);
    expect(missing({}, { balance: kopecks(-50_00) })).toBe(160_00);
  });

  test('includes what else is charged at once', () => {
    expect(missing({}, { due: kopecks(40_00) })).toBe(150_00);
    expect(missing({ price: kopecks(0) }, { due: kopecks(40_00) })).toBe(40_00);
  });

  test('is less by what the change gives back first, of a service that does not run any more; also in debt', () => {
    expect(missing({}, { returned: kopecks(30_00) })).toBe(80_00);
    expect(missing({}, { in_debt: true, debt: kopecks(50_00), returned: kopecks(30_00) })).toBe(130_00);
    expect(missing({}, { returned: kopecks(200_00) })).toBe(0);
  });

  test('of something free is nothing, whatever the balance', () => {
    expect(missing({ price: kopecks(0) }, { balance: kopecks(-50_00) })).toBe(0);
  });

  test('of a starter includes the first days of its plan, unless a technician must come first', () => {
    expect(missing(STARTER)).toBe(330_00);
    expect(missing({ ...STARTER, plan_price: kopecks(19_00), plan_unit: 'day' })).toBe(129_00);
    expect(missing({ ...STARTER, visit_goal_id: 5 })).toBe(110_00);
  });

  test('in debt is the debt and the price', () => {
    expect(missing({}, { in_debt: true, debt: kopecks(500_00), balance: kopecks(-300_00) })).toBe(610_00);
  });

  test('is nothing while it is on, also if it is to end', () => {
    expect(missing({ status: 'on' })).toBe(0);
    expect(missing({ status: 'off_pending' })).toBe(0);
    expect(missing({ status: 'on_pending' })).toBe(110_00);
  });
});

test('a program switched on can be taken back before the end of its time', () => {
  const switched_at = instant(new Date('2026-11-20T09:00:00Z'));
  const until = (now: string, status: ProgramRow['status'] = 'on') =>
    undoUntil(program({ switched_at, status }), { now: new Date(now), zone: 'Europe/Samara' });
  const end = new Date('2026-11-20T09:10:00Z');
  expect(until('2026-11-20T09:09:59.999Z')).toEqual(end);
  expect(until('2026-11-20T09:10:00Z')).toBeNull();
  expect(until('2026-11-20T09:05:00Z', 'off_pending')).toBeNull();
  expect(undoUntil(program({ status: 'on' }), { now: end, zone: 'Europe/Samara' })).toBeNull();
});
