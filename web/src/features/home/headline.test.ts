import { expect, it } from 'vitest';
import type { Account } from '#web/shared/data/frame-data.ts';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { headline } from './headline.ts';

const listed = (kind: ListedService['kind'], name: string, state: ListedService['state']): ListedService => ({
  key: name,
  kind,
  name,
  path: '/',
  state,
  reason: state === 'blocked' ? 'debt' : null,
  works: state === 'active',
  look: { tone: 'ok', icon: 'circle-check', word: '' },
});
const titleOf = (...services: ListedService[]) =>
  headline({
    client: { client_name: 'Мария Сергеевна', is_company: false, opened_on: '2020-01-01' },
    services,
    internet: undefined,
    telephone: undefined,
    today: '2026-11-20',
  }).title.replaceAll('\u00a0', ' ');

const home = listed('internet', 'Интернет', 'active');

it.each([
  ['Подключаем почту', [home, listed('mail', 'Почта', 'connecting')]],
  ['Подключаем SIP-телефонию', [home, listed('sip', 'SIP-телефония', 'connecting')]],
  [
    'Подключаем интернет на даче и ТВ',
    [home, listed('internet', 'Интернет на даче', 'connecting'), listed('tv', 'ТВ', 'connecting')],
  ],
  ['Подключаем Дачу', [home, listed('internet', 'Дачу', 'connecting')]],
  [
    'Интернет, ТВ и почта отключены за долг',
    [listed('internet', 'Интернет', 'blocked'), listed('tv', 'ТВ', 'blocked'), listed('mail', 'Почта', 'blocked')],
  ],
  [
    'ТВ и интернет на даче отключены за долг',
    [listed('tv', 'ТВ', 'blocked'), home, listed('internet', 'Интернет на даче', 'blocked')],
  ],
  ['Почта отключена за долг', [home, listed('mail', 'Почта', 'blocked')]],
])('%s', (title, services) => {
  expect(titleOf(...services)).toBe(title);
});

it('a debt of which another billing decides promises no moment', () => {
  const told = (charged_elsewhere?: true) =>
    headline({
      client: { client_name: 'Мария Сергеевна', is_company: false, opened_on: '2020-01-01' },
      services: [home, listed('tv', 'ТВ', 'blocked')],
      internet: { charged_elsewhere } as Account,
      telephone: undefined,
      today: '2026-11-20',
    }).lead;
  expect(told()).toMatch(/^Включим сразу, как придут деньги/);
  expect(told(true)).toBeUndefined();
});

it('whoever has somebody else’s contract open is not called by the name of its subscriber', () => {
  const client = { client_name: 'Мария Сергеевна', is_company: false, opened_on: '2020-01-01' } as const;
  const told = (role: 'payer' | null) =>
    headline({
      client: { ...client, role },
      services: [home, listed('tv', 'ТВ', 'active')],
      internet: undefined,
      telephone: undefined,
      today: '2026-11-20',
    }).title.replaceAll('\u00a0', ' ');
  expect([told(null), told('payer')]).toEqual(['Мария Сергеевна, всё работает', 'Всё работает']);
});
