import { describe, expect, test } from 'vitest';
import { day, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { ruleText, whyNotText, type ShadowLine, type UnchargedThing } from './rule.texts.ts';

const ON = day('2026-11-12');

const LINE: ShadowLine = {
  account_id: 1,
  what: '1:plan',
  text: 'Интернет «Сто»',
  amount: kopecks(600_00),
  service_from: ON,
  service_until: day('2026-12-01'),
  unit: 'month',
  rate: kopecks(600_00),
  full_rate: null,
  period_from: day('2026-11-01'),
  period_until: day('2026-12-01'),
  promo_until: null,
  turns_on: null,
};

const rule = (line: Partial<ShadowLine>, percent?: number | null): string =>
  ruleText(
    { ...LINE, ...line },
    ON,
    percent === undefined ? undefined : { account_id: 1, what: LINE.what, percent, ended_on: ON },
  ).replaceAll('\u00a0', ' ');

describe('the rule of a line', () => {
  test.each<[string, string]>([
    ['полный месяц, цена 600 ₽', rule({ service_from: day('2026-11-01') })],
    ['по дням с 12 ноября 2026 по 30 ноября 2026, 19 из 30, цена 600 ₽', rule({})],
    ['за день, цена 20 ₽', rule({ unit: 'day', rate: kopecks(20_00) })],
    ['цена акции 300 ₽ до 1 декабря 2026', rule({ rate: kopecks(300_00), promo_until: day('2026-12-01') })],
    ['цена 600 ₽, акция кончилась 12 ноября 2026', rule({ promo_until: ON })],
    ['своя цена 480 ₽ вместо 600 ₽', rule({ rate: kopecks(480_00), full_rate: kopecks(600_00) })],
    [
      'своя цена 480 ₽ вместо 600 ₽ до 1 декабря 2026',
      rule({ rate: kopecks(480_00), full_rate: kopecks(600_00), turns_on: day('2026-12-01') }),
    ],
    ['цена 600 ₽, скидка 20 % кончилась 12 ноября 2026', rule({}, 20)],
    ['цена 600 ₽, своя цена кончилась 12 ноября 2026', rule({}, null)],
    ['возврат за дни с 12 ноября 2026 по 30 ноября 2026', rule({ unit: null, rate: null })],
  ])('%s', (expected, said) => {
    expect(said).toMatch(new RegExp(`${expected}$`));
  });
});

const THING: UnchargedThing = {
  account_id: 1,
  text: 'Интернет «Сто»',
  name: 'Сто',
  situation: 'active',
  from: null,
  until: null,
  returns_on: null,
  promo: null,
  promo_until: null,
  price: kopecks(600_00),
  charged_until: null,
};

const LATER: Day = day('2026-11-20');

describe('why nothing is charged', () => {
  test.each<[string, Partial<UnchargedThing>]>([
    ['услуга закрыта с 12 ноября 2026', { situation: 'closed', until: ON }],
    ['услуга закрыта', { situation: 'closed' }],
    ['отключено с 12 ноября 2026', { until: ON }],
    ['начнётся 20 ноября 2026', { from: LATER }],
    ['пауза', { situation: 'paused' }],
    ['пауза до 20 ноября 2026', { situation: 'paused', returns_on: LATER }],
    ['на этот день списывать нечего', { situation: 'paused', returns_on: ON }],
    ['долг', { situation: 'debt' }],
    ['закрыта оператором', { situation: 'operator' }],
    ['ещё подключается', { situation: 'connecting' }],
    ['бесплатный период до 20 ноября 2026', { promo: kopecks(0), promo_until: LATER }],
    ['уже списано по 19 ноября 2026', { charged_until: LATER }],
    ['бесплатно', { price: kopecks(0) }],
    ['на этот день списывать нечего', { promo: kopecks(0), promo_until: ON, charged_until: ON }],
  ])('%s', (expected, thing) => {
    expect(whyNotText({ ...THING, ...thing }, ON).replaceAll('\u00a0', ' ')).toBe(expected);
  });
});
