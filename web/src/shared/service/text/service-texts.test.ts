import { expect, it } from 'vitest';
import { kindOf } from './service-state.tsx';
import { messagesOf } from './service-texts.ts';
import { meanwhileText } from './meanwhile.texts.ts';

const texts = (...list: string[]) => list.map((text) => ({ text }));

it('orders messages by three kinds, debts first, without duplicate texts', () => {
  const users = [
    { infos: texts('Новость', 'Долг 5 ₽'), duty: texts('Долг 5 ₽'), days_left: texts('Хватит на 3 дня') },
    { infos: texts('Новость '), duty: texts('Долг 5 ₽'), days_left: texts('Хватит на 3 дня') },
  ];
  expect(messagesOf(users)).toEqual([
    { kind: 'duty', text: 'Долг 5 ₽' },
    { kind: 'days_left', text: 'Хватит на 3 дня' },
    { kind: 'info', text: 'Новость' },
  ]);
});

it('groups tv, sip and mail separately, and every other type as internet', () => {
  expect((['tv', 'sip', 'mail'] as const).map(kindOf)).toEqual(['tv', 'sip', 'mail']);
  const others = ['isg', 'ethernet', 'homenet', 'dialup', 'dialup_t', 'dialup_city'] as const;
  expect(new Set(others.map(kindOf))).toEqual(new Set(['internet']));
});

it.each([
  ['mail', 'blocked', 'debt', /письма приходят и ждут/],
  ['mail', 'paused', null, /письма приходят и ждут/],
  ['mail', 'blocked', 'abuse', undefined],
  ['sip', 'blocked', 'operator', /экстренные тоже/],
  ['tv', 'blocked', 'debt', /сохраним/],
  ['tv', 'paused', null, undefined],
  ['isg', 'blocked', 'debt', /кабинет и сайты банков/],
  ['isg', 'blocked', 'schedule', undefined],
  ['mail', 'active', null, undefined],
] as const)('says what happens meanwhile with %s that is %s, %s', (user_type, state, reason, words) => {
  const text = meanwhileText({ user_type, state, reason });
  if (words === undefined) expect(text).toBeUndefined();
  else expect(text).toMatch(words);
});
