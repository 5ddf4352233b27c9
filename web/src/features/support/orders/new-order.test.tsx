import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { showContract } from '#web/api/session.ts';
import { NOW, wayOut } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../../test/stub.ts';
import { checked, fullOrder, goal, order, OTHER_GOAL, serveSupport } from '../../../../test/support-world.ts';
import { SupportPage } from '../support-page.tsx';

const { support } = contract;
const ADD = '/api/v2/support/add-order';
const ADD_FILE = '/api/v2/support/add-file';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveSupport();
  answers(support.getOrder, { params: { order_id: 20481 } }, fullOrder());
});
afterEach(() => void vi.useRealTimers());

const show = (search = '') => renderAt(`/support/new${search}`, <SupportPage />, '/support/:view_type');
const sent = () => requests().filter(({ path }) => path === ADD);
const text = () => screen.findByRole('textbox', { name: 'Когда и где медленно' });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Отправить заявку' }));
const choose = async (name = 'Низкая скорость') => userEvent.click(await screen.findByRole('button', { name }));

async function compose() {
  await choose();
  await userEvent.type(await text(), 'Вечером медленно');
}

it('sends what is typed and tried, and opens the order', async () => {
  answers(support.addOrder, {}, order());
  show();
  await compose();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Роутер выключен/ }));
  await submit();
  await waitFor(() => expect(window.location.search).toBe('?id=20481'));
  expect(sent()[0]?.body).toEqual({
    goal_id: 2,
    user_id: 1,
    text: 'Вечером медленно',
    tried: ['Роутер выключен на минуту и включён снова'],
    files: [],
  });
});

it('keeps what was typed when the page ends, until it is sent, and for nobody else', async () => {
  showContract(100_001);
  const first = show();
  await compose();
  first.unmount();
  showContract(100_002);
  const stranger = show();
  await choose();
  expect(await text()).toHaveValue('');
  stranger.unmount();

  showContract(100_001);
  const second = show();
  expect(await text()).toHaveValue('Вечером медленно');
  answers(support.addOrder, {}, order());
  await submit();
  await waitFor(() => expect(window.location.search).toBe('?id=20481'));
  second.unmount();
  show();
  await choose();
  expect(await text()).toHaveValue('');
});

it('keeps what was typed after a refusal, with its reason', async () => {
  refuses(support.addOrder, {}, 'order_too_many');
  show();
  await compose();
  await submit();
  expect(await screen.findByText(/У вас уже много открытых заявок/)).toBeVisible();
  expect(await text()).toHaveValue('Вечером медленно');
});

it('keeps what was typed while there is no network, and the second try is the same order', async () => {
  at('POST', ADD, () => Promise.reject(new TypeError('no network')));
  show();
  await compose();
  await submit();
  expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
  expect(await text()).toHaveValue('Вечером медленно');
  answers(support.addOrder, {}, order());
  await submit();
  await waitFor(() => expect(window.location.search).toBe('?id=20481'));
  const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('after an answer another order is another one', async () => {
  refuses(support.addOrder, {}, 'order_too_many');
  show();
  await compose();
  await submit();
  await screen.findByText(/много открытых заявок/);
  await submit();
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [one, other] = sent().map(({ headers }) => headers.get('idempotency-key'));
  expect(one).not.toBe(other);
});

it('keeps what was typed when another goal is chosen, and when the goal is retired meanwhile', async () => {
  show();
  await compose();
  await choose('Вопрос по оплате');
  expect(await text()).toHaveValue('Вечером медленно');
  refuses(support.addOrder, {}, 'order_goal_retired');
  answers(support.getOrderGoals, {}, [goal()]);
  await submit();
  await waitFor(() => expect(screen.queryByRole('button', { name: OTHER_GOAL.name })).not.toBeInTheDocument());
  await choose();
  expect(await text()).toHaveValue('Вечером медленно');
});

it('sends nothing without words, and says what is missing', async () => {
  show();
  await choose();
  await text();
  await submit();
  expect(screen.getByText('Напишите, что случилось')).toBeVisible();
  expect(sent()).toEqual([]);
});

it('asks for a phone only if it knows none', async () => {
  answers(support.check, {}, checked({ known: { ...checked().known, phone: null } }));
  show();
  await compose();
  await submit();
  expect(screen.getByText('Укажите телефон, по которому с вами связаться')).toBeVisible();
  expect(sent()).toEqual([]);
});

it('begins with the finding, shows each step, and leads to the cure', async () => {
  const debt = { what: 'debt', ok: false, title: 'Отключено за долг', detail: null, cure: null } as const;
  const [, failures] = checked().checks;
  answers(
    support.check,
    {},
    checked({
      checks: [debt, failures!],
      finding: { cause: 'debt', title: 'Отключено за долг', lead: 'Заплатите, и включим сразу' },
    }),
  );
  answers(contract.promisedPayment.inDebt, {}, [wayOut()]);
  show();
  await choose();
  expect(await screen.findByRole('heading', { level: 1, name: 'Отключено за долг' })).toBeVisible();
  const card = within(screen.getByRole('region', { name: 'Проверили сами' }));
  expect(card.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Отключено за\u00a0долг, не в порядке',
    'Аварий у\u00a0вас нет, в порядкеи\u00a0работ нет',
  ]);
  expect(await card.findByRole('link', { name: /^Заплатить 629/ })).toHaveAttribute('href', '/lk/payment/i/629');
  // What to try with a router pays no debt.
  expect(screen.queryByText('Сначала попробуйте')).toBeNull();
});

it('a line that is not seen leaves something to try', async () => {
  answers(
    support.check,
    {},
    checked({ finding: { cause: 'line', title: 'Роутер не на связи', lead: 'Проверьте питание' } }),
  );
  show();
  await choose();
  expect(await screen.findByText('Сначала попробуйте')).toBeVisible();
});

it('a cause that the sheet «Не работает» removes leads to it', async () => {
  answers(
    support.check,
    {},
    checked({ finding: { cause: 'login_locked', title: 'Вход закрыт', lead: 'Разблокируйте вход' } }),
  );
  show();
  await choose();
  expect(await screen.findByRole('button', { name: 'Исправить сейчас' })).toBeVisible();
});

it('another topic loses no wish for a visit', async () => {
  answers(support.getOrderGoals, {}, [goal(), goal({ goal_id: 3, name: 'Вызвать мастера' })]);
  show();
  await choose();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Нужен визит мастера' }));
  await choose('Вызвать мастера');
  expect(await screen.findByRole('checkbox', { name: 'Нужен визит мастера' })).toBeChecked();
});

it('says nothing of a check where nothing could be broken', async () => {
  answers(support.check, {}, checked({ service: null }));
  show();
  await choose();
  expect(await text()).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Причину не нашли' })).toBeNull();
});

it('offers an open order of the same goal before a second one', async () => {
  answers(support.check, {}, checked({ open_order: { order_id: 20480, goal: 'Низкая скорость', visit: null } }));
  show();
  await choose();
  const link = await screen.findByRole('link', { name: 'Дописать в заявку 20480' });
  expect(link).toHaveAttribute('href', '/lk/support/order?id=20480');
});

it('a word of the address chooses the goal', async () => {
  show('?goal=скорость');
  expect(await text()).toBeVisible();
  expect(screen.getByRole('button', { name: 'Низкая скорость' })).toHaveAttribute('aria-pressed', 'true');
});

it('a visit needs a time; a taken one cannot be chosen', async () => {
  answers(support.addOrder, {}, order());
  show();
  await compose();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Нужен визит мастера' }));
  expect(screen.getByRole('button', { name: 'Выберите время визита' })).toHaveAttribute('aria-disabled', 'true');
  const times = within(await screen.findByRole('group', { name: 'Время визита' }));
  await userEvent.click(times.getByRole('button', { name: /занято/ }));
  expect(screen.getByRole('button', { name: 'Выберите время визита' })).toBeVisible();
  await userEvent.click(times.getByRole('button', { name: /^12:00/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Вызвать на\s21\sноября, 12:00/ }));
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ slot_id: 2 }));
});

it('a time that was taken meanwhile is said to be taken, and another one is to be chosen', async () => {
  refuses(support.addOrder, {}, 'slot_taken');
  show();
  await compose();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Нужен визит мастера' }));
  await userEvent.click(await screen.findByRole('button', { name: /^12:00/ }));
  at('GET', '/api/v2/support/visit-slots', () =>
    json([
      { slot_id: 2, from: '2026-11-21T08:00:00.000Z', to: '2026-11-21T10:00:00.000Z', is_free: false },
      { slot_id: 4, from: '2026-11-21T10:00:00.000Z', to: '2026-11-21T12:00:00.000Z', is_free: true },
    ]),
  );
  await userEvent.click(screen.getByRole('button', { name: /^Вызвать на/ }));
  expect(await screen.findByText('Это время только что заняли. Выберите другое')).toBeVisible();
  expect(await screen.findByRole('button', { name: /^12:00.*занято/ })).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByRole('button', { name: 'Выберите время визита' })).toHaveAttribute('aria-disabled', 'true');
  expect(await text()).toHaveValue('Вечером медленно');
  answers(support.addOrder, {}, order());
  await userEvent.click(screen.getByRole('button', { name: /^14:00/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Вызвать на/ }));
  await waitFor(() => expect(sent().at(-1)?.body).toMatchObject({ slot_id: 4 }));
});

const pdf = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
const attach = (...files: File[]) => userEvent.upload(screen.getByLabelText('Файлы'), files);

it('attaches files, and says of a refused one why', async () => {
  const file = { file_id: '0191d3c0-0000-7000-8000-000000000001', name: 'Чек.pdf', type: 'application/pdf', bytes: 10 };
  answers(support.addFile, {}, file);
  answers(support.addOrder, {}, order());
  show();
  await compose();
  await attach(pdf('Чек.pdf'));
  expect(within(await screen.findByRole('list', { name: 'Приложены' })).getByText('Чек.pdf')).toBeVisible();
  at('POST', ADD_FILE, () =>
    json({ status: 409, code: 'file_refused', message: 'Файл повреждён. Приложите другой' }, 409),
  );
  await attach(pdf('Сломан.pdf'));
  expect(await screen.findByText('Файл повреждён. Приложите другой')).toBeVisible();
  await submit();
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ files: [file.file_id] }));
});

it('keeps what is typed while files are being sent, and every one of several files', async () => {
  const ids = ['0191d3c0-0000-7000-8000-000000000001', '0191d3c0-0000-7000-8000-000000000002'];
  const waiting: (() => void)[] = [];
  at('POST', ADD_FILE, async ({ body }) => {
    const file_id = ids[waiting.length];
    await new Promise<void>((come) => waiting.push(come));
    return json({ file_id, name: (body as { name: string }).name, type: 'application/pdf', bytes: 10 });
  });
  answers(support.addOrder, {}, order());
  show();
  await compose();
  await attach(pdf('Роутер.pdf'), pdf('Щиток.pdf'));
  await waitFor(() => expect(waiting).toHaveLength(1));
  await userEvent.type(await text(), ', после восьми');
  waiting[0]?.();
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.();
  expect(await screen.findByText('Щиток.pdf')).toBeVisible();
  expect(await text()).toHaveValue('Вечером медленно, после восьми');
  await submit();
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ text: 'Вечером медленно, после восьми', files: ids }));
});

it('is not sent without a file that is still on its way', async () => {
  const file = { file_id: '0191d3c0-0000-7000-8000-000000000001', name: 'Чек.pdf', type: 'application/pdf', bytes: 10 };
  let come = (): void => undefined;
  at('POST', ADD_FILE, async () => {
    await new Promise<void>((resolve) => (come = resolve));
    return json(file);
  });
  answers(support.addOrder, {}, order());
  show();
  await compose();
  await attach(pdf('Чек.pdf'));
  await userEvent.click(await screen.findByRole('button', { name: 'Ждём файл…' }));
  expect(sent()).toHaveLength(0);
  come();
  expect(await screen.findByText('Чек.pdf')).toBeVisible();
  await submit();
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ files: [file.file_id] }));
});

it('refuses a file that is too large without sending it', async () => {
  show();
  await compose();
  await attach(pdf('Архив.pdf', 10 * 1024 * 1024 + 1));
  expect(await screen.findByText('Файл больше 10 МБ. Приложите поменьше')).toBeVisible();
  expect(requests().some(({ path }) => path === ADD_FILE)).toBe(false);
});

it('says when the check or the goals did not load, and loads them again', async () => {
  at('GET', '/api/v2/support/get-order-goals', () => json({}, 500));
  show();
  const again = await screen.findByRole('button', { name: 'Повторить' });
  serveSupport();
  await userEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Низкая скорость' })).toBeVisible();
});
