import { expect, it, onTestFinished, vi } from 'vitest';
import {
  bytes,
  counted,
  dayText,
  days,
  momentText,
  monthText,
  moneyParts,
  number,
  phone,
  range,
  rubles,
  setZone,
  keepTogether,
  timeText,
} from './format.ts';

/** No-break spaces and word joiners made visible. */
const shown = (text: string): string => text.replaceAll('\u00a0', '_').replaceAll('\u2060', '|');

it.each([
  ['1234.50', '1_234,50_₽'],
  ['1250.00', '1_250_₽'],
  ['-628.50', '\u2212628,50_₽'],
  ['0.00', '0_₽'],
  ['-0.00', '0_₽'],
  ['9007199254740993.10', '9_007_199_254_740_993,10_₽'],
])('writes %s of the wire as %s', (wire, text) => expect(shown(rubles(wire))).toBe(text));

it('keeps kopecks in tables, writes a plus before incoming money, and no sign before zero', () => {
  expect(shown(rubles('1250.00', { kopecks: 'always' }))).toBe('1_250,00_₽');
  expect(shown(rubles('1200.00', { signed: true }))).toBe('+1_200_₽');
  expect(moneyParts('0.00', true).sign).toBe('');
});

it('throws on text that is not a sum', () => expect(() => rubles('12,5')).toThrow(RangeError));

it('writes the year of a day only when it is not the current one', () => {
  expect(shown(dayText('2026-11-20', '2026-01-01'))).toBe('20_ноября');
  expect(shown(dayText('2025-11-20', '2026-01-01'))).toBe('20_ноября 2025');
  expect(monthText('2026-11', '2026-01-01')).toBe('ноябрь');
});

it('writes months and days as Intl does', () => {
  const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'UTC' });
  for (let one = 1; one <= 12; one += 1) {
    const text = `2026-${String(one).padStart(2, '0')}-0${(one % 9) + 1}`;
    expect(dayText(text, '2026-01-01').replace('\u00a0', ' ')).toBe(day.format(new Date(text)));
    expect(monthText(text, '2026-01-01')).toBe(month.format(new Date(text)));
  }
});

it('writes times in the provider’s zone, 24 hours', () => {
  expect(timeText('2026-11-19T20:00:00Z')).toBe('00:00');
  expect(timeText('2026-11-19T20:10:00Z')).toBe('00:10');
  expect(shown(momentText('2026-11-19T20:10:00Z', '2026-11-20'))).toBe('20_ноября,_00:10');
});

it('asks Temporal for the time, where a browser has it', () => {
  const asked: unknown[] = [];
  const toZonedDateTimeISO = (zone: string) => (asked.push(zone), '2026-11-20T00:10:00.5+04:00[Europe/Samara]');
  const fromEpochMilliseconds = (ms: number) => (asked.push(ms), { toZonedDateTimeISO });
  vi.stubGlobal('Temporal', { Instant: { fromEpochMilliseconds } });
  setZone('Europe/Samara');
  onTestFinished(() => {
    vi.unstubAllGlobals();
    setZone('Europe/Samara');
  });
  expect(shown(momentText('2026-11-19T20:10:00Z', '2026-11-20'))).toBe('20_ноября,_00:10');
  expect(asked.slice(0, 2)).toEqual([Date.UTC(2026, 10, 19, 20, 10), 'Europe/Samara']);
});

it('uses the right plural form', () => {
  expect([1, 2, 5, 11, 21].map((count) => shown(days(count)))).toEqual([
    '1_день',
    '2_дня',
    '5_дней',
    '11_дней',
    '21_день',
  ]);
  expect(shown(counted(1500, 'раз', 'раза', 'раз'))).toBe('1_500_раз');
});

it('writes bytes, numbers and phones in Russian format', () => {
  expect(shown(bytes(12_400_000_000))).toBe('12,4_ГБ');
  expect(bytes(0)).toBe('0\u00a0Б');
  expect(number(-3)).toBe('\u22123');
  expect(number(-0.04)).toBe('0');
  expect([0.25, 4.35, 8.35, 99.95, 1e-7].map(number)).toEqual(['0,3', '4,4', '8,4', '100', '0']);
  expect(shown(number(1_234_567.89))).toBe('1_234_567,9');
  expect(shown(phone('79271234567'))).toBe('+7_927_123-45-67');
  expect(shown(phone('78482001234'))).toBe('+7_8482_00-12-34');
  expect(shown(phone('88000001234'))).toBe('8_800_000-12-34');
});

it.each([
  ['«10–15\u00a0минут»', '«10–|15_минут»'],
  ['пн–пт 9:00–20:00, сб 10:00–18:00', 'пн–|пт_9:00–|20:00, сб_10:00–|18:00'],
  ['1–30\u00a0ноября', '1–|30_ноября'],
  ['22:00 – 19\u00a0ноября', '22:00_– 19_ноября'],
])('ends no line behind the dash of the range «%s»', (text, joined) => expect(shown(keepTogether(text))).toBe(joined));

it('makes a range that no line divides', () => expect(shown(range('9:00', '20:00'))).toBe('9:00–|20:00'));

it('keeps short words and numbers with their neighbours', () =>
  expect(shown(keepTogether('Тариф Волга 300 в доме'))).toBe('Тариф Волга_300 в_доме'));
expect(shown(keepTogether('и с другом не по 5 ГБ'))).toBe('и_с_другом не_по_5 ГБ');
