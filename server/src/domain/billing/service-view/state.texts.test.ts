import { expect, test } from 'vitest';
import { day, type Instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { isUnlockable } from '#server/domain/services/access/access.rules.ts';
import { feeIn, type Situation } from '#server/domain/services/service/situation.rules.ts';
import { stateText, type StateFacts } from './state.texts.ts';
import { daysLeftTexts, detailOf, dutyTexts, uniqueTexts, type AccountSummary } from './user.texts.ts';

const today = day('2026-11-20');
const facts = (situation: Situation, more: Partial<StateFacts> = {}): StateFacts => ({
  situation,
  since: '2026-11-19T20:10:00.000Z' as Instant,
  returnsOn: null,
  returnsEarly: null,
  because: null,
  debt: kopecks(62850),
  today,
  zone: 'Europe/Samara',
  support: '78482001234',
  ...more,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a debt has its time, its sum and the way out', () => {
  expect(plain(stateText(facts('debt')))).toBe(
    'Отключили за долг 20 ноября, 00:10, новых списаний нет. Заплатите 629 ₽, и включим сразу',
  );
});

test('a pause has its end', () => {
  expect(plain(stateText(facts('paused', { returnsOn: day('2026-12-01') })))).toBe(
    'На паузе по вашей просьбе до 1 декабря, пока не списываем. Вернуть раньше поможет поддержка: +7 8482 00-12-34',
  );
  expect(plain(stateText(facts('paused')))).toContain('с 20 ноября, пока не списываем');
});

test('a pause that the client has ordered can be ended by the client, if the terms allow it', () => {
  const until = { returnsOn: day('2026-12-01') };
  expect(plain(stateText(facts('paused', { ...until, returnsEarly: true })))).toBe(
    'На паузе по вашей просьбе до 1 декабря, абонентскую плату не списываем. Возобновить можно раньше',
  );
  expect(plain(stateText(facts('paused', { ...until, returnsEarly: false })))).toContain(
    'В этот день услуга заработает сама',
  );
});

/** What the client can do, or the support's phone. */
function wayOutOf(situation: Situation): string {
  if (situation === 'debt') return 'Заплатите';
  if (situation === 'schedule') return 'поставьте график на паузу здесь';
  return isUnlockable(situation) ? 'Разблокируйте здесь' : '+7 8482 00-12-34';
}

const inTheWay = (Object.keys(feeIn) as Situation[]).filter(
  (situation) => !['active', 'closed', 'connecting'].includes(situation),
);

test.each(inTheWay)('«%s» says whether the fee runs, as the table of fees has it, and the way out', (situation) => {
  const text = plain(stateText(facts(situation)));
  expect(text.includes('Списания идут')).toBe(feeIn[situation] === 'yes');
  expect(/не списываем|списаний нет/.test(text)).toBe(feeIn[situation] !== 'yes');
  expect(text).toContain(wayOutOf(situation));
  expect(text).toMatch(/20 ноября/);
});

const account = (more: Partial<AccountSummary> = {}): AccountSummary => ({
  kind: 'i',
  today,
  balance: kopecks(123450),
  blocked: false,
  lastsUntil: day('2027-01-01'),
  daysLeft: 42,
  ...more,
});

test('says how long the money lasts while nothing is switched off', () => {
  expect(daysLeftTexts(account()).map(plain)).toEqual([
    'Денег на счёте «Интернет» хватит до 1 января 2027, ещё на 42 дня',
  ]);
  expect(daysLeftTexts(account({ lastsUntil: null, daysLeft: null })).map(plain)).toEqual([
    'Денег на счёте «Интернет» хватит больше чем на год',
  ]);
  expect(daysLeftTexts(account({ blocked: true }))).toEqual([]);
});

test('shows a debt while the account is below zero', () => {
  const owing = account({ kind: 't', balance: kopecks(-14820) });
  expect(dutyTexts(owing).map(plain)).toEqual(['Долг по счёту «Телефон»: 148,20 ₽']);
  expect(dutyTexts(account({ balance: kopecks(0) }))).toEqual([]);
});

test('adds one more fact about a service', () => {
  const box = { quota_bytes: 5 * 1024 ** 3, used_bytes: 4_402_341_478 };
  expect(detailOf({ box, has_schedule: false })).toBe('занято 4,1\u00a0из\u00a05\u00a0ГБ');
  expect(detailOf({ box: { ...box, used_bytes: 4.7 * 1024 ** 3 }, has_schedule: false })).toBe(
    'места осталось 0,3\u00a0из\u00a05\u00a0ГБ',
  );
  expect(detailOf({ box: { ...box, used_bytes: 6 * 1024 ** 3 }, has_schedule: false })).toBe(
    'места осталось 0\u00a0из\u00a05\u00a0ГБ',
  );
  expect(detailOf({ box: null, has_schedule: true })).toBe('график доступа включён');
  expect(detailOf({ box: null, has_schedule: false })).toBeNull();
});

test('texts do not repeat', () => {
  expect(uniqueTexts(['а', 'б', 'а'])).toEqual([{ text: 'а' }, { text: 'б' }]);
});
