import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { account, movement, phoneNumber, user } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json } from '../../../test/stub.ts';
import type { Movement } from '#web/shared/money/line.texts.ts';
import { PaymentsHistoryPage } from './payments-history-page.tsx';
import type { MoneyMonth } from './totals.ts';

const { statTotal, statMovements, statPayments, statServices } = contract.internetAccount;

const month = (period: string, opening: string, paid: string, charged: string, closing: string): MoneyMonth => ({
  period,
  opening,
  paid,
  charged,
  closing,
});
const payment = (id: number, amount: string, own: Partial<Movement> = {}) =>
  movement({
    entry_id: id,
    day: '2026-11-12',
    at: '2026-11-12T14:42:00.000Z',
    amount,
    kind: 'payment',
    text: 'Пополнение по СБП',
    method: 'sbp',
    has_receipt: true,
    ...own,
  });
const charge = movement({
  entry_id: 7,
  user_id: 1,
  service: 'Интернет',
  service_from: '2026-11-01',
  service_until: '2026-12-01',
  rate: { amount: '550.00', unit: 'month' },
});

const show = (p: 'i' | 't', query = '') =>
  renderAt(`/payments-history/${p}${query}`, <PaymentsHistoryPage />, '/payments-history/:p(i|t)');

/** Collects the requests from now on: addresses with their queries. */
function listen(): string[] {
  const asked: string[] = [];
  const first = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    asked.push(decodeURIComponent(input instanceof Request ? input.url : input.toString()));
    return first(input, init);
  };
  return asked;
}

beforeEach(() => {
  answers(contract.document.former, {}, { documents: [] });
  answers(contract.telephone.get, {}, []);
  answers(contract.user.list, {}, [user()]);
  answers(contract.telephoneNumber.list, {}, [phoneNumber()]);
  answers(
    statTotal,
    {},
    {
      items: [
        month('2026-11', '1073.50', '1200.00', '1039.00', '1234.50'),
        month('2026-10', '1612.50', '500.00', '1039.00', '1073.50'),
      ],
      next: null,
    },
  );
  answers(statMovements, {}, { items: [payment(2, '1200.00'), charge], next: null });
  answers(
    statServices,
    {},
    {
      period: '2026-11',
      services: [
        { user_id: 1, phone_number: null, name: 'Интернет', amount: '700.00', returned: '55.00', lines: 2 },
        { user_id: 2, phone_number: null, name: 'ТВ', amount: '339.00', returned: '0.00', lines: 1 },
      ],
      incoming: [{ kind: 'payment', amount: '1200.00', lines: 1 }],
      more: 'На 339 ₽ больше, чем в октябре: ТВ — 339 ₽, в октябре не было.',
    },
  );
});

it('shows the months and their totals', async () => {
  show('i');
  const row = (await screen.findByRole('rowheader', { name: /Ноябрь/ })).closest('tr')!;
  expect(row).toHaveTextContent(/1\s073,50\s₽\+1\s200,00\s₽−1\s039,00\s₽1\s234,50\s₽/);
  const totals = screen.getByRole('region', { name: /За\s2\sмесяца/ });
  expect(within(totals).getAllByText('Пополнено').at(-1)!.parentElement).toHaveTextContent(/1\s700,00\s₽/);
});

it('tells why the open month cost more than the one before', async () => {
  show('i');
  const spent = await screen.findByRole('region', { name: 'На что ушло' });
  expect(await within(spent).findByText(/^На 339 ₽ больше, чем в октябре/)).toBeVisible();
});

it('shows a plus for a month with more returns than charges', async () => {
  answers(statTotal, {}, { items: [month('2026-11', '0.00', '-200.00', '-50.00', '-150.00')], next: null });
  show('i');
  const row = (await screen.findByRole('rowheader', { name: /Ноябрь/ })).closest('tr')!;
  expect(row).toHaveTextContent(/0,00\s₽−200,00\s₽\+50,00\s₽−150,00\s₽/);
});

it('describes the chart in words', async () => {
  show('i');
  const [chart] = await screen.findAllByRole('slider', { name: /Пополнения, списания и остаток по месяцам/ });
  expect(chart).toHaveAccessibleName(/Больше всего пополнили: ноябрь, 1\s200\s₽.*Остаток сейчас 1\s234,50\s₽/);
});

it('opens the latest month with its services and lines by itself, and another in its place', async () => {
  const asked = listen();
  show('i');
  expect(await screen.findByRole('button', { name: 'Ноябрь', expanded: true })).toBeVisible();
  const services = await screen.findByRole('region', { name: 'На что ушло' });
  expect(await within(services).findByText('ТВ')).toBeVisible();
  expect(services).toHaveTextContent(/2\sсписания, вернули 55\s₽67\s%700,00\s₽/);
  expect(await screen.findByText('Пополнение по СБП')).toBeVisible();
  expect(asked.find((url) => url.includes('stat-movements'))).toContain('period=2026-11');
  expect(window.location.search).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Октябрь', expanded: false }));
  expect(window.location.search).toBe('?month=2026-10');
  expect(screen.getByRole('button', { name: 'Ноябрь' })).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Октябрь', expanded: true }));
  expect(screen.queryByText('Пополнение по СБП')).not.toBeInTheDocument();
  expect(window.location.search).toBe('?month=none');
});

it('passes over a month in which nothing has moved', async () => {
  const items = [month('2026-11', '0.00', '0.00', '0.00', '0.00'), month('2026-10', '0.00', '5.00', '5.00', '0.00')];
  answers(statTotal, {}, { items, next: null });
  show('i');
  expect(await screen.findByRole('button', { name: 'Октябрь', expanded: true })).toBeVisible();
});

it('leaves the latest month folded for who has folded it', async () => {
  show('i', '?month=none');
  expect(await screen.findByRole('button', { name: 'Ноябрь', expanded: false })).toBeVisible();
});

it('opens with the filters of the address', async () => {
  answers(statPayments, {}, { items: [payment(5, '77.00')], next: null });
  const asked = listen();
  show('i', '?show=in&month=2026-11');
  expect(await screen.findByText(/\+77/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Пополнения' })).toHaveAttribute('aria-pressed', 'true');
  expect(asked.find((url) => url.includes('stat-payments'))).toContain('period=2026-11');
});

it('drops invalid filters from the address', async () => {
  show('i', '?show=everything&month=nothing&service=1%27');
  expect(await screen.findByRole('button', { name: 'Ноябрь', expanded: true })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Всё' })).toHaveAttribute('aria-pressed', 'true');
});

it('searches all months, and keeps the search in the address', async () => {
  show('i');
  const asked = listen();
  answers(statMovements, {}, { items: [charge], next: null });
  await userEvent.type(await screen.findByLabelText('Найти операцию'), 'волга');
  const found = await screen.findByRole('region', { name: 'Найденное' });
  expect(await within(found).findByText(/Волга/)).toBeVisible();
  expect(asked.filter((url) => url.includes('stat-movements')).at(-1)).toContain('q=волга');
  expect(decodeURIComponent(window.location.search)).toBe('?q=волга');
  await userEvent.click(screen.getByRole('button', { name: 'Очистить поиск' }));
  expect(await screen.findByRole('region', { name: 'По месяцам' })).toBeVisible();
});

it('continues a search whose first pages are empty', async () => {
  let page = 0;
  at('GET', '/api/v2/internet-account/stat-movements', () => {
    page += 1;
    return json(page < 3 ? { items: [], next: `c${page}` } : { items: [charge], next: null });
  });
  show('i', '?q=волга');
  expect(await screen.findByText(/Волга/)).toBeVisible();
  expect(page).toBe(3);
});

it('says when nothing is found', async () => {
  answers(statMovements, {}, { items: [], next: null });
  show('i', '?q=нет');
  expect(await screen.findByText('Ничего не нашли')).toBeVisible();
});

it('opens the details of a line', async () => {
  show('i', '?month=2026-11');
  await userEvent.click(await screen.findByRole('button', { name: /Волга/ }));
  const dialog = await screen.findByRole('dialog', { name: /Волга/ });
  expect(dialog).toHaveTextContent(/Когда1\sноября/);
  expect(dialog).toHaveTextContent(/За дни1–\u206030\sноября/);
  expect(dialog).toHaveTextContent(/Сколько дней30\sдней/);
  expect(dialog).toHaveTextContent(/Цена550\s₽ в месяц/);
  expect(within(dialog).queryByRole('button', { name: /Квитанция/ })).not.toBeInTheDocument();
});

it('links a correction and the corrected line', async () => {
  const other = { entry_id: 7, day: '2026-11-01', text: 'Интернет «Волга 300»', amount: '-550.00' };
  const correction = movement({
    entry_id: 9,
    amount: '55.00',
    kind: 'correction',
    side: 'charged',
    text: 'Перерасчёт',
    corrects: other,
  });
  answers(statMovements, {}, { items: [correction], next: null });
  show('i', '?month=2026-11');
  expect(await screen.findByText(/^Возврат списания: «Интернет „Волга\s300“»/)).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: /Перерасчёт/ }));
  expect(await screen.findByRole('region', { name: 'Исправляет операцию' })).toHaveTextContent(
    /Волга\s300», 1\sноября: −550,00\s₽/,
  );
});

it('a refund that is called by what it corrects tells the day alone, and no line ends behind a hyphen', async () => {
  const text = 'Возврат: SIP-телефония «Линия»';
  const corrects = { entry_id: 7, day: '2026-11-01', text: 'SIP-телефония «Линия»', amount: '-99.00' };
  const refund = movement({ entry_id: 9, amount: '42.90', kind: 'correction', side: 'charged', text, corrects });
  answers(statMovements, {}, { items: [refund], next: null });
  show('i', '?month=2026-11');
  expect(await screen.findByText(/^Возврат списания от\s1\sноября$/)).toBeVisible();
  expect(screen.getByRole('button', { name: /42,90/ })).toHaveTextContent(/SIP-\u2060телефония/);
});

it('calls a correction of no line «Перерасчёт», once', async () => {
  const correction = { kind: 'correction', side: 'charged' } as const;
  const items = [
    movement({ ...correction, entry_id: 9, amount: '55.00', text: 'Возврат за аварию 2 ноября' }),
    movement({ ...correction, entry_id: 8, amount: '-5.00', text: 'Перерасчёт' }),
  ];
  answers(statMovements, {}, { items, next: null });
  show('i', '?month=2026-11');
  const [given, taken] = await screen.findAllByRole('button', { name: /₽$/ });
  expect(given).toHaveTextContent(/^Возврат за аварию 2\sноября.*Перерасчёт\+55,00\s₽$/);
  expect(taken).toHaveTextContent(/^Перерасчёт(?!.*Перерасчёт).*−5,00\s₽$/);
});

it('opens a receipt in a new tab, by a secure link', async () => {
  const replaced = vi.fn();
  const tab = { opener: window, location: { replace: replaced }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  let asked: unknown;
  at('POST', '/api/v2/document/link', ({ body }) => {
    asked = body;
    return json({ url: '/lk/document?access-token=x', expires_at: '2026-11-20T10:06:00.000Z' });
  });
  show('i', '?month=2026-11');
  await userEvent.click(await screen.findByRole('button', { name: /Пополнение по\sСБП/ }));
  await userEvent.click(await screen.findByRole('button', { name: /Квитанция, PDF/ }));
  await vi.waitFor(() => expect(replaced).toHaveBeenCalledWith('/lk/document?access-token=x'));
  expect(asked).toEqual({ kind: 'receipt', entry_id: 2 });
  expect(tab.opener).toBeNull();
});

it('lists the documents of the billing before ours beside the statement, each opened where it lies', async () => {
  const act = { title: 'Акт № 12', day: '2026-10-31', kind: 'act', url: 'https://docs.provider.example/12.pdf' };
  answers(contract.document.former, {}, { documents: [act as never] });
  show('i');
  await userEvent.click(await screen.findByRole('button', { name: 'Выписка' }));
  const list = await screen.findByRole('region', { name: 'Прежние документы' });
  const link = within(list).getByRole('link', { name: 'Акт № 12' });
  expect(link).toHaveAttribute('href', act.url);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(within(list).getByText(/^31\s+октября$/)).toBeVisible();
});

it('shows five documents of the former billing, and all of them by a press', async () => {
  const documents = Array.from({ length: 14 }, (_, number) => ({
    title: `Акт № ${number + 1}`,
    day: '2025-10-31',
    url: `https://old.example.ru/acts/${number}.pdf`,
  }));
  answers(contract.document.former, {}, { documents: documents as never });
  show('i');
  await userEvent.click(await screen.findByRole('button', { name: 'Выписка' }));
  const list = await screen.findByRole('region', { name: 'Прежние документы' });
  expect(within(list).getAllByRole('link')).toHaveLength(5);
  await userEvent.click(within(list).getByRole('button', { name: /Показать все\s14/ }));
  expect(within(list).getAllByRole('link')).toHaveLength(14);
  await userEvent.click(within(list).getByRole('button', { name: 'Свернуть' }));
  expect(within(list).getAllByRole('link')).toHaveLength(5);
});

it('reports a document that does not open, and leaves no empty tab', async () => {
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  at('POST', '/api/v2/document/link', () => json({ status: 500 }, 500));
  show('i');
  await userEvent.click(await screen.findByRole('button', { name: 'Выписка' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Получить PDF' }));
  expect(await screen.findByText(/Документ не открылся/)).toBeVisible();
  expect(tab.close).toHaveBeenCalled();
});

it('requests a statement by its days and format', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  let asked: unknown;
  at('POST', '/api/v2/document/link', ({ body }) => {
    asked = body;
    return json({ status: 500 }, 500);
  });
  show('i');
  await userEvent.click(await screen.findByRole('button', { name: 'Выписка' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Свои даты' }));
  const [from, until] = [screen.getByLabelText('С какого дня'), screen.getByLabelText('По какой день')];
  await userEvent.clear(from);
  await userEvent.type(from, '10.02.2026');
  await userEvent.clear(until);
  await userEvent.type(until, '01.02.2026');
  expect(screen.getByText('Последний день раньше первого')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Получить PDF' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.clear(until);
  await userEvent.type(until, '01.03.2026');
  await userEvent.click(screen.getByRole('radio', { name: /CSV/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Получить CSV' }));
  await vi.waitFor(() => expect(asked).toBeDefined());
  expect(asked).toEqual({ kind: 'statement', p: 'i', from: '2026-02-10', until: '2026-03-01', format: 'csv' });
});

it('opens the fiscal receipt of a payment in a new tab, says that it is not ready, or names the one on paper', async () => {
  const numbers = { fn_number: '9999078900012345', fd_number: '100', fpd: '2996787100', number: null };
  const done = { state: 'done', url: 'https://ofd.example/rec/100', ...numbers } as const;
  const due = { state: 'due', url: null, fn_number: null, fd_number: null, fpd: null, number: null } as const;
  const given = { ...due, state: 'done', number: '0042' } as const;
  const lines = [
    payment(4, '400.00', { fiscal_receipt: given }),
    payment(3, '300.00', { fiscal_receipt: done }),
    payment(2, '200.00', { fiscal_receipt: due }),
    payment(1, '100.00'),
  ];
  answers(statMovements, {}, { items: lines, next: null });
  show('i', '?month=2026-11');
  const open = async (sum: RegExp) => {
    await userEvent.click(await screen.findByRole('button', { name: sum }));
    return screen.getByRole('dialog');
  };
  expect(await open(/\+400/)).toHaveTextContent(/Кассовый чек№ 0042, выдан в офисе/);
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  const link = within(await open(/\+300/)).getByRole('link', { name: 'Открыть кассовый чек в новой вкладке' });
  expect(link).toHaveAttribute('href', 'https://ofd.example/rec/100');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(await open(/\+200/)).toHaveTextContent(/Кассовый чекГотовится/);
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(await open(/\+100/)).not.toHaveTextContent('Кассовый чек');
});

it('requests the next page by the cursor, and only on a press', async () => {
  const asked = listen();
  const twenty = Array.from({ length: 20 }, (_, index) => payment(100 - index, '1200.00'));
  answers(statMovements, {}, { items: twenty, next: 'c2' });
  show('i', '?month=2026-11');
  const lines = await screen.findByRole('region', { name: 'Операции' });
  const more = await within(lines).findByRole('button', { name: 'Показать ещё' });
  expect(asked.filter((url) => url.includes('stat-movements'))).toEqual([expect.not.stringContaining('cursor')]);
  answers(statMovements, {}, { items: [payment(1, '500.00')], next: null });
  await userEvent.click(more);
  expect(await within(lines).findByText(/\+500/)).toBeVisible();
  expect(within(lines).queryByRole('button', { name: 'Показать ещё' })).not.toBeInTheDocument();
  expect(asked.at(-1)).toContain('cursor=c2');
});

it('keeps the loaded pages after a failed one, and offers a retry', async () => {
  const twenty = Array.from({ length: 20 }, (_, index) => payment(100 - index, '1200.00'));
  answers(statMovements, {}, { items: twenty, next: 'c2' });
  show('i', '?month=2026-11');
  const lines = await screen.findByRole('region', { name: 'Операции' });
  const more = await within(lines).findByRole('button', { name: 'Показать ещё' });
  at('GET', '/api/v2/internet-account/stat-movements', () => json({ status: 500 }, 500));
  await userEvent.click(more);
  expect(await within(lines).findByText('Не удалось загрузить продолжение.')).toBeVisible();
  expect(within(lines).getAllByText(/\+1\s200/)).toHaveLength(20);
  answers(statMovements, {}, { items: [payment(1, '500.00')], next: null });
  await userEvent.click(within(lines).getByRole('button', { name: 'Показать ещё' }));
  expect(await within(lines).findByText(/\+500/)).toBeVisible();
});

it('offers a retry when months fail to load', async () => {
  at('GET', '/api/v2/internet-account/stat-total', () => json({ status: 500 }, 500));
  show('i');
  expect(await screen.findByText('Не удалось загрузить историю платежей.')).toBeVisible();
  answers(statTotal, {}, { items: [month('2026-11', '0.00', '5.00', '0.00', '5.00')], next: null });
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('button', { name: 'Ноябрь' })).toBeVisible();
});

it('says so when an account has no movements', async () => {
  answers(statTotal, {}, { items: [], next: null });
  show('i');
  expect(await screen.findByText('Операций ещё не было')).toBeVisible();
});

it('uses the calls of the telephone account, by number', async () => {
  const { telephoneAccount } = contract;
  answers(
    telephoneAccount.statTotal,
    {},
    { items: [month('2026-11', '0.00', '500.00', '87.20', '412.80')], next: null },
  );
  answers(telephoneAccount.statMovements, {}, { items: [], next: null });
  answers(telephoneAccount.statServices, {}, { period: '2026-11', services: [], incoming: [], more: null });
  answers(contract.telephone.get, {}, account({ kind: 't' }));
  show('t');
  const asked = listen();
  await screen.findByRole('option', { name: /00-31-07/ });
  await userEvent.selectOptions(screen.getByLabelText('Номер'), '78482003107');
  expect(await screen.findByText('Ничего не нашли')).toBeVisible();
  expect(asked.findLast((url) => url.includes('telephone-account/stat-movements'))).toContain(
    'phone_number=78482003107',
  );
});

it('says that there is no telephone account, and offers neither its payment nor its statement', async () => {
  answers(contract.telephoneAccount.statTotal, {}, { items: [], next: null });
  show('t');
  expect(await screen.findByText('Счёта за телефон нет')).toBeVisible();
  expect(screen.getByRole('link', { name: /История счёта «Интернет»/ })).toHaveAttribute(
    'href',
    '/lk/payments-history/i',
  );
  expect(screen.queryByRole('button', { name: 'Выписка' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Пополнить счёт' })).toBeNull();
});
