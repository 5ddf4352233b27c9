import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import {
  account,
  charge,
  homeWorld,
  movement,
  NOW,
  phoneNumber,
  serveHome,
  user,
  wayOut,
} from '../../../test/home-world.ts';
import { order } from '../../../test/support-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../test/stub.ts';
import type { Notice } from '#web/shared/data/frame-data.ts';
import { HomePage } from './home-page.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
/** A part of the second file may be long in coming on a busy machine. */
const region = (name: string | RegExp) => screen.findByRole('region', { name }, { timeout: 8000 });
/** The text with no-break spaces as plain spaces. */
const textOf = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');

it('in credit: says that all is well, shows the balance and its end, and pays the recommended sum', async () => {
  serveHome(homeWorld({ telephone: account({ kind: 't', account_no: '2018440', balance: '412.80' }) }));
  renderAt('/', <HomePage />);
  await heading('Мария Сергеевна, всё работает');
  const panel = await region(/Счёт «Интернет»/);
  expect(textOf(panel)).toContain('1 234,50 ₽');
  expect(textOf(panel)).toContain('Хватит до 1 января 2027 — ещё на 42 дня');
  expect(textOf(panel)).toContain('не хватит 1 124 ₽');
  expect(textOf(await region(/Счёт «Телефон»/))).toContain('412,80 ₽');

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Пополнить на' })).toHaveValue('1\u00a0124'));
  await userEvent.click(screen.getByRole('button', { name: 'Оплатить' }));
  expect(window.location.pathname).toBe('/lk/payment/i/1124');
});

it('calls that the telephone account does not cover are told first, and stand apart from the fee', async () => {
  const next = {
    ...charge('2026-12-01', '577.45', '-164.65', '164.65'),
    parts: [
      { text: 'Телефон «Городской»', amount: '350.00' },
      { text: 'Разговоры за ноябрь, уже', amount: '227.45' },
    ],
  };
  serveHome(
    homeWorld({
      telephone: account({
        kind: 't',
        balance: '412.80',
        days_left: 11,
        lasts_until: next.day,
        next_charge: next,
        upcoming: [next],
      }),
    }),
  );
  renderAt('/', <HomePage />);
  expect(textOf(await screen.findByText(/^Телефон: 1 декабря/))).toBe(
    'Телефон: 1 декабря спишем 577,45 ₽, а не хватает 165 ₽.',
  );
  const purse = textOf(await region(/Счёт «Телефон»/));
  expect(purse).toContain('1 декабря спишем577,45 ₽');
  expect(purse).toMatch(/Разговоры за ноябрь, уже227,45 ₽.*Не хватает165 ₽/);
});

it('does not open the payment with an invalid sum', async () => {
  serveHome(homeWorld());
  renderAt('/', <HomePage />);
  const field = await screen.findByRole('textbox', { name: 'Пополнить на' });
  await waitFor(() => expect(field).toHaveValue('1\u00a0124'));
  await userEvent.clear(field);
  await userEvent.type(field, '5');
  await userEvent.click(screen.getByRole('button', { name: 'Оплатить' }));
  expect(field).toHaveAccessibleDescription('Наименьший платёж 10\u00a0₽. Увеличьте сумму');
  expect(field).toHaveFocus();
  expect(window.location.pathname).toBe('/lk/');
  await userEvent.clear(field);
  await userEvent.type(field, '1e3');
  await userEvent.click(screen.getByRole('button', { name: 'Оплатить' }));
  expect(field).toHaveValue('1e3');
  expect(field).toHaveAccessibleDescription(/рубли цифрами/);
  expect(window.location.pathname).toBe('/lk/');
});

it('hides the balance, and remembers it', async () => {
  serveHome(homeWorld());
  const { unmount } = renderAt('/', <HomePage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Свернуть счёт «Интернет»' }));
  expect(screen.queryByText(/234/)).toBeNull();
  unmount();
  renderAt('/', <HomePage />);
  expect(await screen.findByRole('button', { name: 'Развернуть счёт «Интернет»' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

const OFF = { state: 'blocked', reason: 'debt', state_since: '2026-11-19T20:10:00.000Z' } as const;

const PRICE = { amount: '629.00', parts: [], suggestions: [], smallest: '10.00', largest: '75000.00', other: null };

/** Both accounts are off for debt; mail works. */
function bothInDebt(own: Partial<ReturnType<typeof homeWorld>> = {}): ReturnType<typeof homeWorld> {
  const world = homeWorld();
  return {
    ...world,
    client: { ...world.client, billing_day: 20 },
    internet: account({ balance: '-628.50', days_left: 0, lasts_until: '2026-11-20', blocked: true }),
    telephone: account({ kind: 't', balance: '-148.20', blocked: true }),
    users: [
      user(OFF),
      user({ ...OFF, user_id: 2, user_type: 'tv', name: 'ТВ' }),
      user({ user_id: 3, user_type: 'mail' }),
    ],
    numbers: [phoneNumber({ state: 'blocked', reason: 'debt' })],
    charges: [
      movement({ entry_id: 3, day: '2026-11-20', amount: '-450.00', text: 'Интернет «Волга 100»' }),
      movement({ entry_id: 2, day: '2026-11-20', amount: '-240.00', text: 'ТВ «Домашний»' }),
      movement({ entry_id: 1, day: '2026-10-20', amount: '-450.00', text: 'Интернет «Волга 100»' }),
    ],
    price: PRICE,
    waysOut: [wayOut(), telephoneWay()],
    ...own,
  };
}

const telephoneWay = (own: Partial<Parameters<typeof wayOut>[0]> = {}) =>
  wayOut({
    p: 't',
    to_pay: '149.00',
    after: { balance: '0.80', lasts_until: '2026-12-01', days_left: 11, switches_on: ['+7 8482 00-31-07'] },
    reason: 'Его можно брать раз в 28 дней',
    ...own,
  });

it('in debt: one sum for both accounts, until when it lasts, and how it arose on request', async () => {
  serveHome(bothInDebt());
  renderAt('/', <HomePage />);
  await heading(/Интернет, ТВ и.телефон отключены за.долг/);
  const trouble = await region('Чтобы всё заработало');
  expect(textOf(trouble)).toContain('Не работает с 20 ноября, 00:10');
  expect(await within(trouble).findByRole('link', { name: /^Заплатить 778.₽$/ })).toHaveAttribute(
    'href',
    '/lk/payment/i/629?t=149',
  );
  expect(textOf(trouble)).toContain('Хватит до 20 декабря, на телефон — до 1 декабря');
  await waitFor(() => expect(textOf(trouble)).toMatch(/Было на счёте61,50 ₽.*Стало 20 ноября−628,50 ₽/));
  expect(textOf(trouble)).toMatch(/К оплате629,00 ₽Останется0,50 ₽Заплатить только за интернет, 629 ₽/);
  expect(textOf(trouble)).toMatch(/На счёте−148,20 ₽К оплате149,00 ₽Останется0,80 ₽Заплатить только за телефон, 149 ₽/);
  expect(textOf(trouble)).toContain('На счетах: интернет −628,50 ₽, телефон −148,20 ₽');
  expect(textOf(trouble)).toContain('Кабинет и оплата, почта');
  await waitFor(() => expect(textOf(trouble)).toContain('Сначала заплатите долг.'));
  expect(requests().map(({ path }) => path)).not.toContain('/api/v2/promised-payment/in-debt');
  expect(screen.queryByRole('textbox', { name: 'Пополнить на' })).toBeNull();
  expect(screen.queryByRole('region', { name: /Счёт «Телефон»/ })).toBeNull();
});

it('in debt that one payment cannot end for the telephone: each account has its own sum', async () => {
  const none = { balance: '-15000.00', lasts_until: null, days_left: null, switches_on: [] };
  serveHome(bothInDebt({ waysOut: [wayOut(), telephoneWay({ after: none })] }));
  renderAt('/', <HomePage />);
  const trouble = await region('Чтобы заработало всё, кроме телефона');
  expect(await within(trouble).findByRole('link', { name: /^Заплатить 629/ })).toHaveAttribute(
    'href',
    '/lk/payment/i/629',
  );
  const second = await region(/Счёт «Телефон»/);
  expect(within(second).getByRole('link', { name: /Заплатить 149.₽/ })).toHaveAttribute('href', '/lk/payment/t/149');
  expect(textOf(second)).toContain('Номер отключён за долг');
  expect(await within(second).findByText(/^Его можно брать раз в 28 дней/)).toBeVisible();
});

it('in debt: everything off says so once, each service is a line that opens its page', async () => {
  const world = bothInDebt();
  serveHome({ ...world, users: world.users.slice(0, 2) });
  renderAt('/', <HomePage />);
  await heading(/отключены за.долг/);
  await screen.findByText(/^Отключены за.долг$/);
  const list = await region('Услуги');
  expect(within(list).getAllByText(/Отключен. за.долг/)).toHaveLength(1);
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(within(list).queryByRole('button')).toBeNull();
  expect(within(list).getByRole('link', { name: 'ТВ' })).toHaveAttribute('href', '/lk/tv/2');
});

const OFFER = {
  amount: '659.00',
  fee: '30.00',
  last_day: '2026-11-23',
  ends_at: '2026-11-23T20:00:00.000Z',
  to_pay: '659.00',
  preview: {
    charge_now: '30.00',
    parts: [{ text: 'Обещанный платёж', amount: '30.00' }],
    charge_next: null,
    balance_after: '-658.50',
    missing: '0.00',
    switches_on: ['Интернет', 'ТВ'],
    switches_off: [],
  },
  otherwise: 'Если не пополнить счёт, услуги отключатся',
};
/** The sum is larger than the debt: a charge comes before its end. */
const FREE_OFFER = {
  ...OFFER,
  amount: '149.00',
  fee: '0.00',
  to_pay: '149.00',
  preview: {
    ...OFFER.preview,
    charge_now: '0.00',
    parts: [],
    charge_next: { day: '2026-11-23', amount: '12.00' },
    balance_after: '-137.00',
  },
};
const OFFERED = { available: true, reason: null };

it.each([
  { second: 'taken', told: 'Обещанный платёж включён' },
  { second: 'refused', told: 'Счёт «Интернет»: включён. Счёт «Телефон»: не включён. Сначала заплатите долг' },
])(
  'in debt: one button takes the promised payment of both accounts; the second is $second',
  async ({ second, told }) => {
    serveHome(
      bothInDebt({
        waysOut: [wayOut({ ...OFFERED, offer: OFFER }), telephoneWay({ ...OFFERED, offer: FREE_OFFER })],
      }),
    );
    for (const call of [contract.internetAccount.statPayments, contract.internetAccount.statCharges]) {
      answers(call, {}, { items: [], next: null });
    }
    answers(contract.internetContract.programArrears, {}, []);
    answers(contract.payment.expectedPrice, {}, PRICE);
    const taken: unknown[] = [];
    const active = { ...OFFER, taken_at: NOW.toISOString(), days_left: 3 };
    at('POST', '/api/v2/promised-payment', ({ body }) => {
      taken.push(body);
      return taken.length > 1 && second === 'refused'
        ? json({ code: 'promised_payment_unavailable', message: 'Сначала заплатите долг' }, 409)
        : json({ active, switched_on: ['Интернет'], balance: '0.00' });
    });
    renderAt('/', <HomePage />);
    const trouble = await region('Чтобы всё заработало');
    expect(textOf(await within(trouble).findByText(/^Обещанный платёж: /))).toBe(
      'Обещанный платёж: включим сразу, заплатить 808 ₽ нужно до 23 ноября, 23:59. Это долг, списания за эти дни и 30 ₽ за услугу.',
    );
    await userEvent.click(within(trouble).getByRole('button', { name: /^Включить на.3.дня$/ }));
    const dialog = await screen.findByRole('dialog');
    expect(textOf(dialog)).toMatch(/Счёт «Интернет».*659 ₽.*Счёт «Телефон».*149 ₽/);
    await userEvent.click(within(dialog).getByRole('button', { name: /^Взять до.23.ноября за.30.₽$/ }));
    await screen.findByText(told);
    expect(taken).toEqual([{ p: 'i' }, { p: 't' }]);
  },
);

it.each([
  { lost: 'refused', told: 'не передали. Оператор занят' },
  { lost: 'lost', told: 'не знаем, выполнено ли. Нет связи с сервером. Проверьте интернет и повторите' },
])('in debt beside another billing: says which of two requests was handed over, the second is $lost', async (row) => {
  const asked = { available: true, reason: null, charged_elsewhere: true as const };
  serveHome(bothInDebt({ waysOut: [wayOut(asked), telephoneWay(asked)] }));
  for (const call of [contract.internetAccount.statPayments, contract.internetAccount.statCharges]) {
    answers(call, {}, { items: [], next: null });
  }
  answers(contract.internetContract.programArrears, {}, []);
  answers(contract.payment.expectedPrice, {}, PRICE);
  at('POST', '/api/v2/promised-payment', ({ body }) => {
    if ((body as { p: string }).p === 'i')
      return json({ active: null, handed_over: true, switched_on: [], balance: '0.00' });
    if (row.lost === 'lost') throw new TypeError('no network');
    return json({ code: 'promised_payment_unavailable', message: 'Оператор занят' }, 409);
  });
  renderAt('/', <HomePage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Передать оператору' }));
  await screen.findByText('Передали не по всем счетам');
  expect(screen.getByText(`Счёт «Интернет»: передали. Счёт «Телефон»: ${row.told}`)).toBeVisible();
});

it('in debt beside another billing: one sum and one request are for both accounts', async () => {
  const after = {
    balance: '0.50',
    lasts_until: null,
    days_left: null,
    switches_on: [],
    charged_elsewhere: true as const,
  };
  const asked = { after, available: true, reason: null, charged_elsewhere: true as const };
  serveHome(bothInDebt({ waysOut: [wayOut(asked), telephoneWay(asked)] }));
  for (const call of [contract.internetAccount.statPayments, contract.internetAccount.statCharges]) {
    answers(call, {}, { items: [], next: null });
  }
  answers(contract.internetContract.programArrears, {}, []);
  answers(contract.payment.expectedPrice, {}, PRICE);
  const taken: unknown[] = [];
  at('POST', '/api/v2/promised-payment', ({ body }) => {
    taken.push(body);
    return json({ active: null, handed_over: true, switched_on: [], balance: '0.00' });
  });
  renderAt('/', <HomePage />);
  const trouble = await region(/^К\sоплате$/);
  expect(textOf(trouble)).toContain('Услуги включит оператор, когда учтёт оплату.');
  await userEvent.click(await screen.findByRole('button', { name: 'Передать оператору' }));
  await screen.findByText('Передали оператору');
  expect(taken).toEqual([{ p: 'i' }, { p: 't' }]);
});

it.each([
  { owed: '0.00', ways: ['Пополнить счёт'] },
  { owed: '149.00', ways: ['Пополнить счёт', 'Заплатить 149 ₽ за телефон'] },
])('beside another billing asks whoever has paid his debt for nothing more; the telephone owes $owed', async (row) => {
  const after = { ...wayOut().after, switches_on: [], charged_elsewhere: true as const };
  const asked = { after, available: true, charged_elsewhere: true as const };
  serveHome(
    bothInDebt({
      internet: account({ balance: '0.50', blocked: true, charged_elsewhere: true }),
      waysOut: [wayOut({ ...asked, to_pay: '0.00' }), telephoneWay({ ...asked, to_pay: row.owed })],
    }),
  );
  for (const call of [contract.internetAccount.statPayments, contract.internetAccount.statCharges]) {
    answers(call, {}, { items: [], next: null });
  }
  answers(contract.internetContract.programArrears, {}, []);
  answers(contract.payment.expectedPrice, {}, PRICE);
  renderAt('/', <HomePage />);
  const trouble = await region('Долга нет');
  expect(textOf(trouble)).toContain('Услуги включит оператор, когда учтёт оплату.');
  expect(textOf(trouble)).not.toMatch(/0 ₽|Обещанный платёж/);
  await waitFor(() => {
    const links = screen.getAllByRole('link', { name: /^(Заплатить|Пополнить)/ });
    expect(links.map((link) => textOf(link))).toEqual(row.ways);
  });
});

it('off for a fee that the balance does not cover: shows the missing sum, and the balance after the fee', async () => {
  serveHome(
    homeWorld({
      internet: account({ balance: '61.50', blocked: true }),
      users: [user({ state: 'blocked', reason: 'debt' }), user({ state: 'blocked', reason: 'debt', user_id: 2 })],
      price: {
        amount: '629.00',
        parts: [
          { text: 'Интернет «Волга 100»', amount: '690.00' },
          { text: 'Есть на счёте', amount: '-61.50' },
          { text: 'Округление до рубля', amount: '0.50' },
        ],
        suggestions: [],
        smallest: '10.00',
        largest: '75000.00',
        other: null,
      },
      waysOut: [wayOut()],
    }),
  );
  renderAt('/', <HomePage />);
  const trouble = await region('Чтобы всё заработало');
  expect(await within(trouble).findByRole('link', { name: /Заплатить 629/ })).toBeVisible();
  expect(textOf(trouble)).toContain('Хватит до 20 декабря');
  expect(textOf(trouble)).toContain('Останется0,50 ₽');
  expect(textOf(trouble)).toMatch(/Есть на счёте−61,50 ₽.*Нужно заплатить629,00 ₽/);
  expect(textOf(trouble)).not.toContain('Стало');
});

it('a debt above the limit of one payment: does not promise that one payment restores the services', async () => {
  const after = { balance: '-15000.00', lasts_until: null, days_left: null, switches_on: [] };
  serveHome(
    homeWorld({
      internet: account({ balance: '-90000.00', blocked: true }),
      users: [user({ state: 'blocked', reason: 'debt' })],
      waysOut: [wayOut({ to_pay: '75000.00', after })],
    }),
  );
  renderAt('/', <HomePage />);
  const trouble = await region(/К.оплате/);
  await waitFor(() => expect(textOf(trouble)).toContain('услуги включатся последним платежом'));
  expect(textOf(trouble)).not.toContain('сразу');
});

it('in debt without a calculated sum: still offers to pay the debt', async () => {
  serveHome(
    homeWorld({
      internet: account({ balance: '-628.50', blocked: true }),
      users: [user({ state: 'blocked', reason: 'debt' })],
    }),
  );
  at('POST', '/api/v2/default/index', () => json({}));
  for (const call of [contract.internetAccount.statPayments, contract.internetAccount.statCharges]) {
    answers(call, {}, { items: [], next: null });
  }
  answers(contract.internetContract.programArrears, {}, []);
  refuses(contract.promisedPayment.inDebt, {}, 'unexpected');
  refuses(contract.payment.expectedPrice, {}, 'unexpected');
  renderAt('/', <HomePage />);
  expect(await screen.findByRole('link', { name: /Заплатить 629/ })).toHaveAttribute('href', '/lk/payment/i/629');
});

it('new: shows the state and the first charge, without parts that need history', async () => {
  const world = homeWorld();
  serveHome({
    ...world,
    client: { ...world.client, client_name_io: 'Диана Ринатовна', opened_on: '2026-11-18', last_visit_at: null },
    users: [user({ user_type: 'ethernet' })],
  });
  renderAt('/', <HomePage />);
  await heading('Диана Ринатовна, интернет работает');
  expect(textOf(document.body)).toContain('Вы с нами с 18 ноября. Первое списание — 1 декабря, 1 179 ₽.');
  expect(await screen.findByText('Операций ещё не было')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'С прошлого входа' })).toBeNull();
  expect(screen.queryByRole('region', { name: /Счёт «Телефон»/ })).toBeNull();
});

it('an incident at the address is said first, also after it has been read, and by the rows that it concerns', async () => {
  const notice: Notice = {
    id: 7,
    kind: 'incident',
    title: 'Повреждён кабель',
    body: '<p>Чиним</p>',
    created_at: NOW.toISOString(),
    services: ['internet'],
    until: null,
    planned_until: '2026-11-20T13:00:00.000Z',
    topic: null,
  };
  window.localStorage.setItem('kabinet.notice-read.7', 'true');
  const tv = user({ user_id: 2, user_type: 'tv', name: 'ТВ' });
  serveHome(homeWorld({ users: [user(), tv], notices: [notice] }));
  renderAt('/', <HomePage />);
  await heading(/^Мария Сергеевна, авария: починим к\s17:00$/);
  expect(screen.queryByText(/всё работает/)).toBeNull();
  expect(screen.getByRole('heading', { level: 3, name: /^Интернет/ })).toHaveTextContent('Авария');
  expect(screen.getByRole('heading', { level: 3, name: /^ТВ/ })).toHaveTextContent('Работает');
});

it('an end of an incident on another day is promised with that day, as everywhere else', async () => {
  const told = { id: 7, kind: 'incident', title: 'А', body: '', created_at: NOW.toISOString() } as const;
  const end = { services: ['internet'], until: null, planned_until: '2026-11-20T21:30:00.000Z', topic: null } as const;
  serveHome(homeWorld({ users: [user()], notices: [{ ...told, ...end, services: ['internet'] }] }));
  renderAt('/', <HomePage />);
  await heading(/^Мария Сергеевна, авария: починим 21\sноября к\s01:30$/);
});

it.each([
  ['is past', [{ planned_until: NOW.toISOString() }]],
  [
    'is not the only one',
    [{ planned_until: '2026-11-20T13:00:00.000Z' }, { planned_until: '2026-11-20T15:00:00.000Z' }],
  ],
  ['is not known', [{ planned_until: null }]],
])('an end of an incident that %s is not promised in the heading', async (_, ends) => {
  const notice = {
    kind: 'incident',
    title: 'А',
    body: '',
    created_at: NOW.toISOString(),
    until: null,
    topic: null,
  } as const;
  serveHome(
    homeWorld({
      users: [user()],
      notices: ends.map((end, index) => ({ ...notice, ...end, id: index + 1, services: ['internet'] })),
    }),
  );
  renderAt('/', <HomePage />);
  await heading(/^Мария Сергеевна, по\s+вашему адресу авария$/);
});

it('an incident that concerns no service of the client is told above the page only', async () => {
  const notice = { id: 7, kind: 'incident', title: 'А', body: '', created_at: NOW.toISOString() } as const;
  serveHome(homeWorld({ users: [user()], notices: [{ ...notice, services: ['tv'], until: null, topic: null }] }));
  renderAt('/', <HomePage />);
  await heading('Мария Сергеевна, всё работает');
});

it('a debt is said before an incident: nothing works until it is paid', async () => {
  const off = { state: 'blocked', reason: 'debt' } as const;
  const notices: Notice[] = [
    {
      id: 7,
      kind: 'incident',
      title: 'А',
      body: '',
      created_at: NOW.toISOString(),
      services: [],
      until: null,
      topic: null,
    },
  ];
  serveHome(homeWorld({ users: [user(off)], internet: account({ balance: '-628.50', blocked: true }), notices }));
  renderAt('/', <HomePage />);
  await heading(/отключён за\s+долг/);
});

it('more services than a plain list holds are by kind, those that need attention first, the rest on request', async () => {
  const lines = Array.from({ length: 9 }, (_, index) => user({ user_id: index + 1, name: `Офис ${index + 1}` }));
  lines[7] = user({ user_id: 8, name: 'Склад', state: 'blocked', reason: 'repair', state_text: 'Чиним кабель.' });
  const world = homeWorld();
  serveHome({ ...world, client: { ...world.client, is_company: true }, users: lines, numbers: [phoneNumber()] });
  renderAt('/', <HomePage />);
  await heading('Склад не\u00a0работает');
  const group = await region('Интернет');
  const rows = () =>
    within(group)
      .getAllByRole('heading', { level: 4 })
      .map((row) => row.textContent);
  expect(rows()).toHaveLength(3);
  expect(rows()[0]).toContain('Склад');
  await userEvent.click(within(group).getByRole('button', { name: 'Показать все 9' }));
  expect(rows()).toHaveLength(9);
});

it('shows the error of a failed part, and retries only that part', async () => {
  serveHome(homeWorld());
  refuses(contract.user.list, {}, 'unexpected');
  renderAt('/', <HomePage />);
  const block = await screen.findByRole('alert');
  expect(block).toHaveTextContent('Не удалось загрузить услуги.');
  expect(within(await region('Услуги')).getByRole('alert')).toBe(block);
  expect(textOf(await region(/Счёт «Интернет»/))).toContain('1 234,50 ₽');
  answers(contract.user.list, {}, [user()]);
  const before = requests().length;
  await userEvent.click(within(block).getByRole('button', { name: 'Повторить' }));
  expect(await region('Услуги')).toHaveTextContent('Работает');
  expect(
    requests()
      .slice(before)
      .map(({ path }) => path),
  ).toEqual(['/api/v2/user/list']);
});

it('says why there are no services and whom to call', async () => {
  serveHome(homeWorld({ users: [], internet: account({ balance: '0.00' }) }));
  renderAt('/', <HomePage />);
  await heading('Мария Сергеевна, услуг пока нет');
  await waitFor(async () =>
    expect(await region('Услуги')).toHaveTextContent('Они появятся здесь, как только мы их подключим'),
  );
});

it('marks a notice as read: hides it, tells the server, and keeps it hidden', async () => {
  const notice = {
    id: 11,
    kind: 'work',
    title: 'Ночные работы',
    body: '<p>С 02:00</p>',
    created_at: '2026-11-18T10:00:00.000Z',
    services: null,
    until: null,
    topic: null,
  } as const;
  serveHome(homeWorld({ notices: [notice] }));
  answers(contract.notice.readMessages, {}, [{ id: 11, read_at: '2026-11-20T10:05:00.000Z' }]);
  renderAt('/', <HomePage />);
  await userEvent.click(await screen.findByRole('button', { name: /Прочитано: Ночные работы/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Прочитано/ })).toBeNull());
  expect(requests().find(({ path }) => path.endsWith('read-messages'))?.body).toEqual({ ids: [11] });
});

it('notices that say the same are one row, read at once', async () => {
  const notice: Notice = {
    id: 12,
    kind: 'security',
    title: 'Новое устройство',
    body: '<p>Chrome</p>',
    created_at: '2026-11-19T10:00:00.000Z',
    services: null,
    until: null,
    topic: null,
  };
  serveHome(homeWorld({ notices: [notice, { ...notice, id: 11, body: '<p>Firefox</p>' }] }));
  answers(contract.notice.readMessages, {}, [{ id: 11, read_at: '2026-11-20T10:05:00.000Z' }]);
  renderAt('/', <HomePage />);
  const read = await screen.findByRole('button', { name: /Прочитано: Новое устройство/ });
  expect(textOf(await region(/^(?:С прошлого входа|Сообщения)/))).toContain('Chrome');
  expect(screen.getByText(/^До\sэтого — ещё 1\sраз\.$/)).toBeVisible();
  expect(screen.queryByText('Firefox')).toBeNull();
  await userEvent.click(read);
  await waitFor(() => expect(screen.queryByText('Chrome')).toBeNull());
  expect(requests().flatMap(({ path, body }) => (path.includes('read-message') ? [body] : []))).toEqual([
    { ids: [12, 11] },
  ]);
});

it('shows news since the last visit and open orders with their visit, each fact once', async () => {
  const text = { text: 'Денег хватит на 42 дня.' };
  serveHome(
    homeWorld({
      users: [user({ days_left: [text] }), user({ user_id: 2, user_type: 'tv', name: 'ТВ', days_left: [text] })],
      payments: [
        movement({
          entry_id: 9,
          day: '2026-11-14',
          at: '2026-11-14T14:42:00.000Z',
          amount: '1200.00',
          method: 'sbp',
          text: 'Пополнение по СБП',
        }),
      ],
      orders: [
        {
          order_id: 20481,
          goal: 'Переложить кабель',
          text: '',
          state: 'accepted',
          created_at: '2026-11-10T09:00:00.000Z',
          updated_at: '2026-11-18T09:00:00.000Z',
          answer_by: null,
          late_times: 0,
          rating: null,
          last: null,
          arrives_at: null,
          visit: { from: '2026-11-22T10:00:00.000Z', to: '2026-11-22T12:00:00.000Z' },
        },
      ],
    }),
  );
  renderAt('/', <HomePage />);
  const news = await region('С прошлого входа');
  expect(textOf(news)).toContain('Пришло 1 200 ₽');
  // The open order is among the orders, and how long the money lasts is beside the balance.
  expect(textOf(news)).not.toContain('20481');
  expect(textOf(await region('Заявки в работе'))).toContain('Мастер придёт 22 ноября, с 14:00 до 16:00');
  expect(screen.queryByText(/Денег хватит/)).toBeNull();
  expect(textOf(await region('Последние операции'))).toContain('+1 200,00 ₽');
});

it.each([
  ['2026-11-20T10:40:00.000Z', 'Мастер в пути, будет в 14:40'],
  // The hour has passed: nothing is promised that was not kept.
  ['2026-11-20T09:00:00.000Z', 'Мастер придёт 20 ноября, с 14:00 до 16:00'],
])('shows where the visit is that the master is on his way (%s)', async (arrives_at, words) => {
  const visit = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T12:00:00.000Z' };
  serveHome(homeWorld({ orders: [order({ state: 'accepted', visit, arrives_at })] }));
  renderAt('/', <HomePage />);
  expect(textOf(await screen.findByRole('link', { name: /^Мастер/ }, { timeout: 8000 }))).toBe(words);
  // Said at the top, too, once he is on his way.
  expect(screen.queryAllByText(/^Мастер в.пути/)).toHaveLength(words.startsWith('Мастер в пути') ? 2 : 0);
});

it('tells new charges in words, with their sum', async () => {
  const charges = [1, 2, 3, 4, 5].map((id) =>
    movement({ entry_id: id, at: '2026-11-19T20:10:00.000Z', day: '2026-11-20', amount: '-49.00', text: 'Почта' }),
  );
  const world = homeWorld({ charges });
  serveHome({ ...world, client: { ...world.client, last_visit_at: '2026-11-16T09:00:00.000Z' } });
  renderAt('/', <HomePage />);
  expect(textOf(await screen.findByText(/списаний на/, {}, { timeout: 8000 }))).toBe('Пять списаний на 245 ₽');
});

it('tells what was given back apart from what was charged, and a payment that went back apart from what came', async () => {
  const at = '2026-11-19T20:10:00.000Z';
  const charges = [
    movement({ entry_id: 1, at, amount: '-49.00', text: 'Почта' }),
    movement({ entry_id: 2, at, amount: '50.00', side: 'charged', kind: 'correction', text: 'Возврат за аварию' }),
  ];
  const payments = [
    movement({ entry_id: 3, at, amount: '-300.00', side: 'paid', kind: 'refund', text: 'Возврат на карту' }),
  ];
  const world = homeWorld({ charges, payments });
  serveHome({ ...world, client: { ...world.client, last_visit_at: '2026-11-16T09:00:00.000Z' } });
  renderAt('/', <HomePage />);
  const told = textOf(await region('С прошлого входа'));
  expect(told).toContain('Списали 49 ₽Почта');
  expect(told).toContain('Вернули 50 ₽Возврат за аварию');
  expect(told).toContain('Возврат платежа: 300 ₽Возврат на карту');
  expect(told).not.toContain('Пришло');
});

it('warns when the money ends within days', async () => {
  const last = charge('2026-11-22', '1179.00', '-859.00', '859.00');
  serveHome(
    homeWorld({ internet: account({ days_left: 2, lasts_until: '2026-11-22', next_charge: last, upcoming: [last] }) }),
  );
  renderAt('/', <HomePage />);
  await heading('Мария Сергеевна, пора пополнить счёт');
  expect(textOf(document.body)).toContain('22 ноября спишем 1 179 ₽, а не хватает 859 ₽.');
});

const OCTOBER = 'На 339 ₽ больше, чем в октябре: ТВ — 339 ₽, в октябре не было.';
const november = (more: string | null) =>
  answers(
    contract.internetAccount.statServices,
    {},
    {
      period: '2026-11',
      services: [],
      incoming: [],
      more,
    },
  );
const asksWhy = () => requests().filter(({ path }) => path.endsWith('stat-services'));

it('a month that has cost noticeably more says why, and leads to its lines', async () => {
  serveHome(homeWorld({ internet: account({ more_than_before: '339.00' }), charges: [movement({})] }));
  november(OCTOBER);
  renderAt('/', <HomePage />);
  expect(await screen.findByText(OCTOBER, undefined, { timeout: 8000 })).toBeVisible();
  expect(
    within(await region('Последние операции')).getByRole('link', { name: /^Почему в.этом месяце больше$/ }),
  ).toHaveAttribute('href', '/lk/payments-history/i?month=2026-11');
});

it('a month like the one before asks nothing of the server', async () => {
  serveHome(homeWorld({ charges: [movement({})] }));
  november(OCTOBER);
  renderAt('/', <HomePage />);
  await screen.findByText('Интернет «Волга 300»', undefined, { timeout: 8000 });
  expect(screen.queryByRole('link', { name: /^Почему в/ })).toBeNull();
  expect(asksWhy()).toEqual([]);
});
