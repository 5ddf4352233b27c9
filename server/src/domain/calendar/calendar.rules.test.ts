import { describe, expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Fee } from '#server/domain/billing/fee/fee.rules.ts';
import { forecastFrom } from '#server/domain/billing/forecast/forecast.rules.ts';
import { chargeEntries, type AnnouncedCharge } from './charges.rules.ts';
import { entryOf, listed, type CalendarEntry } from './entry.rules.ts';
import { withPauses } from './pause.rules.ts';

const TODAY = day('2026-11-20');

const fee = (text: string, amount: number, more: Partial<Fee> = {}): Fee => ({
  text,
  amount: kopecks(amount),
  unit: 'month',
  from: null,
  until: null,
  ...more,
});

const entries = (balance: number, fees: Fee[], until = '2026-12-31', coming: AnnouncedCharge | null = null) => {
  const forecast = forecastFrom({
    today: TODAY,
    balance: kopecks(balance),
    creditLimit: kopecks(0),
    billingDay: 1,
    blocked: false,
    dueOnReturn: [],
    fees,
  });
  return chargeEntries({ forecast: { ...forecast, kind: 'i' }, coming, until: day(until) });
};
const told = (list: CalendarEntry[]) =>
  list.map((one) => [one.day, one.last_day, one.amount, one.balance_after, one.missing]);

describe('the calendar of charges', () => {
  test('lists the charges by the month up to its last day', () => {
    const tv = [fee('ТВ', 300_00)];
    expect(told(entries(1000_00, tv, '2026-12-31'))).toEqual([['2026-12-01', null, -300_00, 700_00, null]]);
    expect(told(entries(1000_00, tv, '2027-01-01'))).toEqual([
      ['2026-12-01', null, -300_00, 700_00, null],
      ['2027-01-01', null, -300_00, 400_00, null],
    ]);
  });

  test('merges the days between two charges, from tomorrow to its last day', () => {
    const daily = [fee('По дням', 10_00, { unit: 'day' })];
    expect(told(entries(1000_00, daily, '2026-11-25'))).toEqual([
      ['2026-11-21', null, -10_00, 990_00, null],
      ['2026-11-22', '2026-11-25', -40_00, 950_00, null],
    ]);
    expect(told(entries(1000_00, daily, '2026-11-22'))).toEqual([
      ['2026-11-21', null, -10_00, 990_00, null],
      ['2026-11-22', null, -10_00, 980_00, null],
    ]);
    const both = [...daily, fee('ТВ', 300_00)];
    expect(told(entries(1000_00, both, '2026-12-02'))).toEqual([
      ['2026-11-21', null, -10_00, 990_00, null],
      ['2026-11-22', '2026-11-30', -90_00, 900_00, null],
      ['2026-12-01', null, -310_00, 590_00, null],
      ['2026-12-02', null, -10_00, 580_00, null],
    ]);
  });

  test('ends with the charge that the money does not cover', () => {
    const list = entries(100_00, [fee('ТВ', 300_00)], '2027-03-01');
    expect(told(list)).toEqual([['2026-12-01', null, -300_00, -200_00, 200_00]]);
    expect(list[0]?.text.replaceAll('\u00a0', ' ')).toBe('Не хватит 200 ₽: услуги отключатся');
    const daily = entries(25_00, [fee('По дням', 10_00, { unit: 'day' })]);
    expect(told(daily)).toEqual([
      ['2026-11-21', null, -10_00, 15_00, null],
      ['2026-11-22', null, -10_00, 5_00, null],
      ['2026-11-23', null, -10_00, -5_00, 5_00],
    ]);
  });

  test('names one service, and sums up several', () => {
    const titles = (fees: Fee[]) => entries(1000_00, fees).map(({ title, text }) => [title, text]);
    expect(titles([fee('ТВ', 300_00)])).toEqual([['ТВ', '']]);
    expect(titles([fee('ТВ', 300_00), fee('Почта', 10_00)])).toEqual([['Плата за услуги', '']]);
    const back = { unit: 'once', from: day('2026-12-10') } as const;
    expect(titles([fee('Возврат ТВ', -300_00, back), fee('Возврат почты', -10_00, back)])).toEqual([
      ['Вернём за услуги', ''],
    ]);
  });

  test('does not count an announced autopayment before it comes', () => {
    const coming = { day: day('2026-12-01'), amount: kopecks(500_00) };
    expect(told(entries(1000_00, [fee('ТВ', 300_00)], '2027-01-01', coming))).toEqual([
      ['2026-12-01', null, -300_00, 200_00, null],
      ['2027-01-01', null, -300_00, 400_00, null],
    ]);
  });
});

const entry = (own: Partial<CalendarEntry>): CalendarEntry =>
  entryOf({ day: TODAY, kind: 'plan', p: 'i', title: 'Новый тариф', ...own });
const service = (user_id: number) => ({ user_id }) as CalendarEntry['services'][number];

test('entries stand in the order of the day: changes, charges, the bank, the end of a promise', () => {
  const order = ['return', 'suspension', 'plan', 'option', 'program', 'promotion', 'price', 'charge', 'autopayment'];
  const kinds = [...order, 'promise'] as CalendarEntry['kind'][];
  const shuffled = kinds.toReversed().map((kind) => entry({ kind }));
  const tomorrow = entry({ day: day('2026-11-21'), kind: 'return' });
  const yesterday = entry({ day: day('2026-11-19'), kind: 'promise' });
  const list = listed([tomorrow, ...shuffled, yesterday]);
  expect(list.map(({ kind }) => kind)).toEqual(['promise', ...kinds, 'return']);
  expect(listed([entry({ p: 't' }), entry({ p: 'i' }), entry({ p: 't' })]).map(({ p }) => p)).toEqual(['i', 't']);
});

test('entries that differ only in the service become one', () => {
  const list = listed([
    entry({ services: [service(1)] }),
    entry({ services: [service(2)] }),
    entry({ title: 'Другой' }),
  ]);
  expect(list.map(({ services }) => services.map(({ user_id }) => user_id))).toEqual([[1, 2], []]);
});

describe('a change within a pause', () => {
  const begins = entry({ kind: 'suspension', day: day('2026-12-01'), services: [service(1)] });
  const returns = entry({ kind: 'return', day: day('2026-12-20'), services: [service(1)] });
  const text = (pause: CalendarEntry[], change: Partial<CalendarEntry>) =>
    withPauses([...pause, entry({ services: [service(1)], ...change })], TODAY)
      .at(-1)
      ?.text.replaceAll('\u00a0', ' ');
  const SAID = 'Услуга будет на паузе и 20 декабря вернётся уже с этим изменением';

  test('says that the service returns with it', () => {
    expect(text([begins, returns], { day: day('2026-12-01') })).toBe(SAID);
    expect(text([begins, returns], { day: day('2026-12-19'), text: 'Назначен вами' })).toBe(`Назначен вами. ${SAID}`);
    expect(text([returns], { day: TODAY })).toBe(SAID);
  });

  test('is said before neither the pause nor after it, nor of another service or kind of entry', () => {
    expect(text([begins, returns], { day: day('2026-11-30') })).toBe('');
    expect(text([begins, returns], { day: day('2026-12-20') })).toBe('');
    expect(text([begins, returns], { day: day('2026-12-10'), services: [service(2)] })).toBe('');
    expect(text([begins, returns], { day: day('2026-12-10'), kind: 'price' })).toBe('');
    expect(text([], { day: day('2026-12-10') })).toBe('');
  });
});
