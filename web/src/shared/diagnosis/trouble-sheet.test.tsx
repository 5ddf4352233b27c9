import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import type { OpenSheet } from '#web/lib/page/sheet.ts';
import { useClient, useUsers } from '#web/shared/data/frame-data.ts';
import type { Role } from '#web/shared/data/role.ts';
import { homeWorld, NOW, serveHome, user, wayOut } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../test/stub.ts';
import { checked, order } from '../../../test/support-world.ts';
import type { CheckCause, Diagnosis } from './diagnosis-data.ts';
import { TroubleSheet } from './trouble-sheet.tsx';

const { byDefault, internetSchedule, internetUser, speedTest, support, suspension } = contract;
const CHECK = '/api/v2/support/check';
const TV = user({ user_id: 2, user_type: 'tv', name: 'ТВ', login: 'tv84' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveHome(homeWorld({ users: [user(), TV] }));
  answers(byDefault.getIp, {}, { ip: '203.0.113.7', is_local: false });
});
afterEach(() => void vi.useRealTimers());

type Step = Diagnosis['checks'][number];
const step = (what: Step['what'], ok: boolean, title: string, value: string | null = null): Step => ({
  what,
  ok,
  title,
  value,
  detail: null,
  cure: null,
});
const FINE = [step('debt', true, 'Долга нет'), step('incident', true, 'Аварий у вас нет')];

/** A check that ends with this cause. */
const found = (cause: CheckCause, title: string, steps: Step[], own: Partial<Diagnosis> = {}): Diagnosis =>
  checked({ checks: steps, finding: { cause, title, lead: 'Объяснение причины' }, ...own });

const of = (kind: NonNullable<Diagnosis['service']>['kind'], userId: number | null = 1): Partial<Diagnosis> => ({
  service: { ...checked().service!, kind, user_id: userId },
});

/** The sheet over a page that knows who has the contract open. */
function Page({ sheet, onClose }: { sheet: OpenSheet; onClose: () => void }) {
  const { data } = useClient();
  useUsers();
  return data ? <TroubleSheet sheet={sheet} onClose={onClose} /> : null;
}

function show(onClose = vi.fn(), sheet: OpenSheet = { name: 'trouble', userId: 1 }) {
  renderAt('/', <Page sheet={sheet} onClose={onClose} />);
  return onClose;
}
const finds = (reply: Diagnosis): void => answers(support.check, {}, reply);
const sheetOf = async (title: string) =>
  within(await screen.findByRole('dialog', { name: (name) => plain(name) === title }));
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const rows = () =>
  within(screen.getByRole('list', { name: 'Что проверили' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => plain(textContent));
const sent = (path: string) => requests().filter((one) => one.path.endsWith(path));
/** The buttons and links that stand out: there is one cure. */
const solid = () => screen.getAllByRole('dialog').at(-1)!.querySelectorAll('[class*="solid"]');

describe('a cause that is cured here', () => {
  it('debt: the exact sum, and nothing of access', async () => {
    answers(contract.promisedPayment.inDebt, {}, [wayOut()]);
    finds(
      found('debt', 'Отключено за долг', [step('debt', false, 'Отключено за долг', 'на счёте −628,50 ₽'), FINE[1]!]),
    );
    show();
    await sheetOf('Отключено за долг');
    expect(await screen.findByRole('link', { name: /Заплатить 629\s₽/ })).toHaveAttribute('href', '/lk/payment/i/629');
    expect(rows()).toEqual(['Отключено за долг, не в порядкена счёте −628,50 ₽', 'Аварий у вас нет, в порядке']);
    expect(solid()).toHaveLength(1);
  });

  it('an incident: until when, no order, and a message when it is over', async () => {
    const incident = {
      incident_id: 7,
      cause: 'повреждён кабель',
      services: ['internet' as const],
      towns: [],
      began_at: NOW.toISOString(),
      planned_until: '2026-11-20T13:00:00.000Z',
      ended_at: null,
      compensation: 'За простой вернём деньги сами',
      reports: 18,
      is_reported: false,
    };
    answers(support.getIncidents, {}, [incident as never]);
    finds(
      found(
        'incident',
        'Авария по вашему адресу',
        [FINE[0]!, step('incident', false, 'Повреждён кабель', 'с 13:20'), step('locked', false, 'Вход закрыт')],
        { incident_id: 7 },
      ),
    );
    show();
    await sheetOf('Авария по вашему адресу');
    expect(await screen.findByText(/Починим к.*17:00/)).toBeVisible();
    // What follows the incident would only confuse.
    expect(rows()).toHaveLength(2);
    answers(support.sameHere, {}, { reports: 19 } as never);
    answers(support.getIncidents, {}, [{ ...incident, is_reported: true } as never]);
    await userEvent.click(screen.getByRole('button', { name: 'Сообщить, когда почините' }));
    expect(await screen.findByText(/Когда починим, пришлём сообщение/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /заявку/ })).toBeNull();
  });

  const LOCKED = [...FINE, step('locked', false, 'Вход закрыт', 'с 12:30')];
  it.each([
    ['login_locked', 'Вход закрыт'],
    ['session_stuck', 'Завис прошлый сеанс'],
    ['binding_stale', 'Сеть не узнаёт устройство'],
  ] as const)('%s: one press opens access, the check goes on by itself and ends well', async (cause, title) => {
    answers(internetUser.autoAuth, { params: { id: '1' } }, { unlock_from: null } as never);
    finds(found(cause, title, LOCKED));
    const closed = show();
    await sheetOf(title);
    expect(rows().slice(-2)).toEqual([
      'Роутер на связи, ещё не проверялипроверим после',
      'Скорость, ещё не проверялипроверим после',
    ]);
    const button = await screen.findByRole('button', { name: 'Разблокировать' });
    expect(solid()).toHaveLength(1);
    answers(internetUser.unlock, {}, { reason: null } as never);
    finds(checked());
    await userEvent.click(button);
    // Without a stream of events, too: the change makes the check old.
    await sheetOf('Снова работает');
    expect(sent('/unlock')[0]?.body).toEqual({ user_id: 1 });
    await userEvent.click(screen.getByRole('button', { name: 'Готово' }));
    expect(closed).toHaveBeenCalledOnce();
  });

  it('a lock that was lifted three times: until when, and the phone of the support instead of a button that refuses', async () => {
    answers(internetUser.autoAuth, { params: { id: '1' } }, { unlock_from: '2026-11-20T10:40:00.000Z' } as never);
    finds(found('login_locked', 'Вход закрыт', LOCKED));
    show();
    expect(await screen.findByText(/трижды за час, снова — .*14:40/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Разблокировать' })).toBeNull();
  });

  it('the schedule: opens for an hour by its password, and says when it is wrong', async () => {
    const params = { params: { id: 1 } };
    answers(internetSchedule.get, params, { has_password: true } as never);
    finds(
      found('schedule', 'Закрыто графиком доступа', [...FINE, step('locked', false, 'Закрыто графиком', 'до 17:00')]),
    );
    show();
    const button = await screen.findByRole('button', { name: /Открыть на\sчас/ });
    await userEvent.click(button);
    expect(screen.getByText('Введите пароль графика')).toBeVisible();
    refuses(internetSchedule.checkPassword, params, 'password_wrong' as never);
    const field = screen.getByLabelText('Пароль графика', { selector: 'input' });
    await userEvent.type(field, 'secret');
    await userEvent.click(button);
    expect(field).toBeInvalid();
    answers(internetSchedule.checkPassword, params, { proof: 'known' } as never);
    answers(internetSchedule.pause, params, {} as never);
    finds(checked());
    await userEvent.click(button);
    await sheetOf('Снова работает');
    expect(requests().find(({ path }) => path.includes('/pause/'))?.body).toEqual({ minutes: 60, proof: 'known' });
  });

  it('an own pause: its return, here', async () => {
    serveHome(homeWorld({ users: [user({ state: 'paused' }), TV] }));
    const current = {
      state: 'active',
      from: '2026-11-10',
      until: '2026-12-01',
      days: 21,
      free_days: 21,
      paid_days: 0,
      paid: [],
      day_price: '5.00',
      days_cost: '0.00',
      start_price: '0.00',
      early_return: { price: '0.00' },
      is_applied: true,
    };
    answers(suspension.get, { params: { id: '1' } }, { current: { ...current, return_reason: null } } as never);
    finds(found('paused', 'Услуга на паузе', [...FINE, step('paused', false, 'Услуга на паузе')]));
    show();
    await sheetOf('Услуга на паузе');
    expect(await screen.findByRole('button', { name: 'Возобновить' })).toBeVisible();
  });

  it('a router that is not seen: two steps, then the check again; the order only where it did not help', async () => {
    finds(found('line', 'Роутер не на связи', [...FINE, step('line', false, 'Роутер не на связи', 'с 13:58')]));
    show();
    await sheetOf('Роутер не на связи');
    expect(solid()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: /Не\sпомогло, нужна заявка/ }));
    expect(screen.getByRole('button', { name: /Отправить заявку с\sпроверкой/ })).toBeVisible();
  });

  it('a wrong password: the login and the password of the line', async () => {
    finds(
      found('wrong_password', 'Роутеру не подходит пароль', [
        ...FINE,
        step('line', false, 'Роутеру не подходит пароль'),
      ]),
    );
    show();
    const sheet = await sheetOf('Роутеру не подходит пароль');
    expect(sheet.getByRole('button', { name: /^Логин и\sпароль$/ })).toBeVisible();
    expect(solid()).toHaveLength(1);
  });

  it('a second device: the session of the first one is ended', async () => {
    answers(internetUser.autoAuth, { params: { id: '1' } }, { unlock_from: null } as never);
    answers(
      internetUser.unlock,
      {},
      { user_id: 1, lifted: 'session_stuck', state: 'active', reason: null, unlocks_left: 2 },
    );
    finds(found('second_device', 'Уже в сети с другого устройства', [...FINE, step('line', false, 'Уже в сети')]));
    show();
    const sheet = await sheetOf('Уже в сети с другого устройства');
    await userEvent.click(await sheet.findByRole('button', { name: /^Завершить тот\sсеанс$/ }));
    await vi.waitFor(() => expect(sent('/unlock')).toMatchObject([{ body: { user_id: 1 } }]));
  });

  it('a failure of a device of access: nothing to do, and no order', async () => {
    finds(found('nas_silent', 'Сбой на нашем узле', [...FINE, step('line', false, 'Сбой на нашем узле')]));
    show();
    await sheetOf('Сбой на нашем узле');
    expect(screen.getByRole('button', { name: 'Проверить снова' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /заявк/ })).toBeNull();
  });

  it('what the network has not confirmed ends by itself', async () => {
    finds(found('applying', 'Ещё применяем изменения', [...FINE, step('applied', false, 'Применяем изменения')]));
    show();
    await sheetOf('Ещё применяем изменения');
    finds(checked());
    await userEvent.click(screen.getByRole('button', { name: 'Проверить снова' }));
    await sheetOf('Снова работает');
  });
});

describe('a cause that is cured on the page of its service', () => {
  it.each([
    ['full', 'В ящике кончилось место', 'mail', 'Освободить место'],
    ['spent', 'Лимит на звонки кончился', 'sip', 'Поднять лимит'],
    ['no_phone', 'Телефон не на связи', 'sip', 'Настроить телефон'],
  ] as const)('%s', async (cause, title, kind, button) => {
    finds(found(cause, title, [...FINE, step('space', false, title)], of(kind)));
    show();
    await sheetOf(title);
    expect(screen.getByRole('link', { name: button })).toHaveAttribute('href', `/lk/${kind}/1`);
  });
});

it.each(['connecting', 'closed', 'abuse', 'operator', 'repair'] as const)(
  '%s: only the support can help',
  async (cause) => {
    finds(found(cause, 'Услуга закрыта', [...FINE, step('blocked', false, 'Услуга закрыта')]));
    show();
    await sheetOf('Услуга закрыта');
    expect(screen.getByRole('link', { name: 'Контакты поддержки' })).toBeVisible();
    expect(solid()).toHaveLength(1);
  },
);

describe('nothing found', () => {
  it('files the order with what was tried and measured, in one press', async () => {
    finds(checked());
    show();
    await sheetOf('До роутера всё работает');
    expect(await screen.findByText(/нужен Wi-Fi дома/)).toBeVisible();
    await userEvent.click(screen.getByText('Что попробовать самим'));
    await userEvent.click(screen.getByRole('checkbox', { name: /Роутер выключен на\sминуту/ }));
    answers(support.addOrder, {}, order({ order_id: 20500, answer_by: '2026-11-20T10:35:00.000Z' }));
    await userEvent.click(screen.getByRole('button', { name: /Отправить заявку с\sпроверкой/ }));
    expect(await screen.findByText(/Заявка 20500 отправлена/)).toBeVisible();
    expect(screen.getByText(/Ответим до\s14:35/)).toBeVisible();
    expect(sent('/add-order')[0]?.body).toMatchObject({
      goal_id: 2,
      user_id: 1,
      tried: ['Роутер выключен на минуту и включён снова'],
    });
  });

  it('keeps what was typed when the order is refused', async () => {
    finds(checked({ known: { ...checked().known, phone: null } }));
    show();
    const button = await screen.findByRole('button', { name: /Отправить заявку с\sпроверкой/ });
    await userEvent.click(button);
    expect(screen.getByText('Укажите телефон, по которому с вами связаться')).toBeVisible();
    refuses(support.addOrder, {}, 'unexpected');
    const phone = screen.getByLabelText('Телефон для связи');
    await userEvent.type(phone, '9270000184');
    await userEvent.click(button);
    expect(await screen.findByText(/повторите/i)).toBeVisible();
    expect(phone).toHaveValue('9270000184');
  });

  it('an order of the same kind that is open comes first', async () => {
    finds(checked({ open_order: { order_id: 20481, goal: 'Низкая скорость', visit: null } }));
    show();
    expect(await screen.findByRole('link', { name: 'Открыть заявку 20481' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Отправить заявку/ })).toBeNull();
  });

  it('a speed that cannot be measured is neither good nor bad', async () => {
    answers(byDefault.getIp, {}, { ip: '10.0.0.7', is_local: true });
    refuses(speedTest.servers, {}, 'unexpected');
    finds(checked());
    show();
    expect(await screen.findByText(/измерить не\sвышло/)).toBeVisible();
    expect(rows().at(-1)).toContain('неизвестно');
  });

  it('a low speed over Wi-Fi is neither good nor bad', async () => {
    const measured = { ...step('speed', true, 'Скорость по Wi-Fi: 71 из 300 Мбит/с'), ok: null };
    finds(checked({ checks: [...checked().checks, measured] }));
    show();
    await sheetOf('До роутера всё работает');
    expect(rows().at(-1)).toContain('71 из 300 Мбит/с, неизвестно');
  });
});

it('of several causes names the first, and shows all steps', async () => {
  answers(contract.promisedPayment.inDebt, {}, [wayOut()]);
  finds(
    found('debt', 'Отключено за долг', [
      step('debt', false, 'Отключено за долг'),
      step('incident', false, 'Повреждён кабель'),
    ]),
  );
  show();
  await sheetOf('Отключено за долг');
  expect(rows()).toEqual(['Отключено за долг, не в порядке', 'Повреждён кабель, не в порядке']);
  expect(await screen.findByRole('link', { name: /Заплатить 629\s₽/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Сообщить, когда почините' })).toBeNull();
});

describe('the answer', () => {
  it('may come late: the steps wait in their places, and the same list gets the answers', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    at('GET', CHECK, () => promise);
    show();
    await sheetOf('Проверяем интернет');
    const list = screen.getByRole('list', { name: 'Что проверили' });
    expect(rows().slice(0, 2)).toEqual(['Долг, проверяемсмотрим…', 'Аварии и работы, ещё не проверяли']);
    expect(screen.getByRole('button', { name: 'ТВ' })).toBeVisible();
    const told = screen.getByText(/Обычно хватает нескольких секунд/);
    resolve(json(checked()));
    await sheetOf('До роутера всё работает');
    // A screen reader tells what changes in a place that was there before.
    expect(screen.getByRole('list', { name: 'Что проверили' })).toBe(list);
    expect(told).toHaveTextContent(/До роутера всё работает.*Скорее всего, дело в\sWi-Fi/);
  });

  it('may fail: says so and asks again', async () => {
    refuses(support.check, {}, 'unexpected');
    show();
    await sheetOf('Не удалось проверить');
    finds(checked());
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await sheetOf('До роутера всё работает');
  });

  it('may be about no service: only the phone of the support helps', async () => {
    finds(
      checked({
        service: null,
        goal: null,
        checks: [FINE[1]!],
        finding: { cause: 'none', title: 'Услуга для проверки не выбрана', lead: 'Опишите, что случилось' },
      }),
    );
    show(undefined, { name: 'trouble' });
    await sheetOf('Услуга для проверки не выбрана');
    expect(screen.getByRole('link', { name: 'Контакты поддержки' })).toBeVisible();
  });
});

describe('a contract that somebody shares', () => {
  const opensAs = (role: Role): void => {
    const world = homeWorld();
    serveHome({ ...world, client: { ...world.client, role } });
    answers(contract.support.getIncidents, {}, []);
  };

  it.each([
    ['debt', 'Заплатить может владелец договора.'],
    ['paused', 'Снять паузу может владелец договора.'],
    ['full', 'Освободить место может владелец договора.'],
    ['spent', 'Поднять лимит может владелец договора.'],
    ['no_phone', 'Настроить телефон может владелец договора.'],
  ] as const)('a technician is offered nothing that he would be refused: %s', async (cause, words) => {
    opensAs('technician');
    finds(found(cause, 'Не работает', FINE));
    show();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByRole('button', { name: 'Проверить снова' })).toBeVisible();
    expect(requests().some(({ path }) => /suspension|promised/.test(path))).toBe(false);
  });

  it('a technician unlocks as the owner does', async () => {
    opensAs('technician');
    answers(internetUser.autoAuth, { params: { id: '1' } }, { unlock_from: null } as never);
    finds(found('login_locked', 'Вход закрыт', [...FINE, step('locked', false, 'Вход закрыт')]));
    show();
    expect(await screen.findByRole('button', { name: 'Разблокировать' })).toBeVisible();
  });

  it('who may pay only, or has signed out, reads why the check is refused', async () => {
    refuses(support.check, {}, 'not_in_role');
    show();
    const dialog = await sheetOf('Не удалось проверить');
    expect(dialog.getByRole('alert')).toHaveTextContent(/владел/);
  });
});
