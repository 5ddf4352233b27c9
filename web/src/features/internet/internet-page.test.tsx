import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { ACCOUNT_CHANGED } from '#web/shared/money/account-changed.ts';
import { account, homeWorld, NOW, serveHome, user, wayOut } from '../../../test/home-world.ts';
import { planOptions, told, toldLater } from '../../../test/plan-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../test/stub.ts';
import { InternetPage } from './internet-page.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveHome(homeWorld());
  serve();
});
afterEach(() => void vi.useRealTimers());

const PARAMS = { params: { id: '1' } };

// Parts of other files have tests of their own.
vi.mock('./access/access-section.tsx', () => ({ AccessSection: () => null }));
vi.mock('#web/shared/plan/services-section.tsx', () => ({ ServicesSection: () => null }));
vi.mock('./schedule/schedule.tsx', () => ({ ScheduleSection: () => null }));
vi.mock('#web/shared/suspension/suspension-section.tsx', () => ({ SuspensionSection: () => null }));

/** Stubs the requests of the page besides those of the frame. */
function serve(own: Parameters<typeof planOptions>[0] = {}) {
  answers(contract.plan.options, PARAMS, planOptions(own));
  at('POST', '/api/v2/plan/preview', ({ body }) =>
    json((body as { when: string }).when === 'now' ? told() : toldLater()),
  );
}

const show = (search = '') => renderAt(`/internet/1${search}`, <InternetPage />, '/internet/:user_id');
const ofYesterday = {
  status: 409,
  code: 'changed_meanwhile',
  message: 'Начался новый день',
  errors: [{ path: 'body.version', message: 'Суммы посчитаны вчера' }],
};
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
const requestsTo = (path: string) => requests().filter((sent) => sent.path.endsWith(path));
const bodyOf = (path: string) => requestsTo(path).at(-1)?.body;

async function choose(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Сравнить тарифы' }));
  await userEvent.click(screen.getByRole('button', { name: `Выбрать: «${name}»` }));
  return within(await screen.findByRole('dialog'));
}

it('compares plans, shows both options to the kopeck, and sends the version that was shown', async () => {
  const heard = vi.fn();
  window.addEventListener(ACCOUNT_CHANGED, (event) => void heard((event as CustomEvent<unknown>).detail), {
    once: true,
  });
  show();
  const dialog = await choose('Волга 500');
  expect(await dialog.findByRole('button', { name: /Сейчас.*спишем 46,67/ })).toHaveAttribute('aria-pressed', 'true');
  await dialog.findByText(/Турбо-\u2060ночь/);
  const words = plain(screen.getByRole('dialog'));
  expect(words).toContain('Сегодня спишем46,67 ₽Цена550 ₽ →станет 690 ₽ в месяцСкорость300 →станет 500 Мбит/с');
  expect(words).toContain(
    'Возврат: Интернет «Волга 300»+183,33 ₽Интернет «Волга 500»230,00 ₽Останется на счёте1 187,83 ₽Спишем за услугу 1 декабря690,00 ₽Отменить без потерьдо 14:15Снова сменить тарифс 27 ноября',
  );
  expect(words).toContain('Отключим: Турбо-ночь.');
  answers(contract.plan.change, {}, told());
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за.46,67/ }));
  expect(await screen.findByText(/Теперь «Волга 500»/)).toBeVisible();
  expect(plain(document.body)).toContain('Списали 46,67 ₽');
  expect(bodyOf('/plan/change')).toEqual({ user_id: 1, plan_id: 3, when: 'now', version: '7' });
  expect(heard).toHaveBeenCalledExactlyOnceWith({ account: 'i', before: '1234.50', balance: '1187.83' });
  expect(screen.queryByRole('dialog')).toBeNull();
  // The table is folded, and the focus is on the card that tells the plan and its undo.
  expect(screen.getByRole('heading', { name: 'Тариф «Волга 300»' })).toHaveFocus();
  expect(screen.queryByRole('region', { name: 'Все тарифы' })).toBeNull();
});

it('keeps the current plan when the other plans fail to load', async () => {
  refuses(contract.plan.options, PARAMS, 'timeout');
  show();
  expect(await screen.findByText('Не удалось загрузить тарифы и опции.')).toBeVisible();
  const plan = screen.getByRole('region', { name: /Тариф.«Волга 300»/ });
  expect(plain(plan)).toMatch(/Цена550.*Не удалось загрузить тарифы и опции\..*Повторить/);
});

it('offers a cheaper plan from the next period first, without a charge now', async () => {
  show();
  const dialog = await choose('Волга 100');
  await dialog.findByText(/Сегодня ничего/);
  expect(plain(screen.getByRole('dialog'))).toContain('С 1 декабря отключим: Турбо-ночь.');
  expect(dialog.getByRole('button', { name: /С.1.декабря.*спишем 690/ })).toHaveAttribute('aria-pressed', 'true');
  answers(contract.plan.change, {}, toldLater());
  await userEvent.click(dialog.getByRole('button', { name: /Перейти 1.декабря/ }));
  expect(await screen.findByText('Смена запланирована')).toBeVisible();
  expect(bodyOf('/plan/change')).toMatchObject({ when: 'next_period' });
});

it('leads to pay missing money, and restores the choice afterwards', async () => {
  at('POST', '/api/v2/plan/preview', () => json(told({ missing: '55.50' })));
  const first = show();
  const dialog = await choose('Волга 500');
  expect(await dialog.findByRole('link', { name: /Пополнить на 56/ })).toHaveAttribute('href', '/lk/payment/i/56');
  expect(dialog.queryByRole('button', { name: /^Перейти за.46,67/ })).toBeNull();
  const { search } = window.location;
  first.unmount();
  show(search);
  expect(await screen.findByRole('dialog', { name: /Перейти на.«Волга.500»/ })).toBeVisible();
});

it('whoever has paid in another window finds the way open on his return', async () => {
  at('POST', '/api/v2/plan/preview', () => json(told({ missing: '55.50' })));
  show();
  const dialog = await choose('Волга 500');
  await dialog.findByRole('link', { name: /Пополнить на 56/ });
  serve();
  fireEvent(window, new Event('visibilitychange'));
  expect(await dialog.findByRole('button', { name: /^Перейти за.46,67/ })).toBeVisible();
});

it('after a lost reply the chosen plan stays, and a repetition is the same change', async () => {
  show();
  const dialog = await choose('Волга 500');
  await dialog.findByText(/Турбо-\u2060ночь/);
  at('POST', '/api/v2/plan/change', () => Promise.reject(new TypeError('no network')));
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за.46,67/ }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Не знаем, выполнено ли.*дважды ничего не.выполнится\.$/);
  // It was carried out, and the subscriber has looked at another window meanwhile.
  refuses(contract.plan.preview, {}, 'change_not_allowed');
  const previews = requestsTo('/plan/preview').length;
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(() => expect(requestsTo('/plan/options/1').length).toBeGreaterThan(1));
  expect(requestsTo('/plan/preview')).toHaveLength(previews);
  answers(contract.plan.change, {}, told());
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за.46,67/ }));
  expect(await screen.findByText(/Теперь «Волга 500»/)).toBeVisible();
  const sent = requestsTo('/plan/change');
  expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body]);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

it('does not make an outdated change: shows the reason and the current state', async () => {
  show();
  const dialog = await choose('Волга 500');
  await dialog.findByText(/Турбо-\u2060ночь/);
  refuses(contract.plan.change, {}, 'changed_meanwhile');
  serve({ version: '8', plan: { ...planOptions().plans[0]!, name: 'Волга 1000' } });
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за.46,67/ }));
  expect(await screen.findByText(/в другом окне. Сейчас тариф «Волга 1000»/)).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Тариф «Волга 1000»' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('does not make a decision of yesterday: the dialog says that a new day has begun, shows its sums, and confirms them', async () => {
  show();
  const dialog = await choose('Волга 500');
  await dialog.findByText(/Турбо-\u2060ночь/);
  at('POST', '/api/v2/plan/change', () => json(ofYesterday, 409));
  at('POST', '/api/v2/plan/preview', () => json(told({ balance_after: '1189.72', version: '7.tomorrow' })));
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за.46,67/ }));
  expect(await dialog.findByText('Начался новый день.')).toBeVisible();
  expect(plain(screen.getByRole('dialog'))).toContain('Посчитали заново: проверьте суммы и подтвердите ещё раз.');
  expect(plain(screen.getByRole('dialog'))).toContain('Останется на счёте1 189,72 ₽');
  expect(screen.queryByText(/в другом окне/)).toBeNull();
  answers(contract.plan.change, {}, told());
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за.46,67/ }));
  expect(await screen.findByText(/Теперь «Волга 500»/)).toBeVisible();
  expect(bodyOf('/plan/change')).toMatchObject({ version: '7.tomorrow' });
});

it('says in place of the sums that the change is not possible on the new day', async () => {
  show();
  const dialog = await choose('Волга 500');
  await dialog.findByText(/Турбо-\u2060ночь/);
  at('POST', '/api/v2/plan/change', () => json(ofYesterday, 409));
  refuses(contract.plan.preview, {}, 'change_not_allowed');
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за.46,67/ }));
  expect(await dialog.findByText('Сейчас нельзя.')).toBeVisible();
  expect(dialog.queryByText('Начался новый день.')).toBeNull();
});

it('promises undo until midnight at most', async () => {
  vi.setSystemTime(new Date('2026-11-20T23:55:00+04:00'));
  const last = told({ undo_until: '2026-11-20T20:00:00.000Z' });
  at('POST', '/api/v2/plan/preview', () => json(last));
  show();
  const dialog = await choose('Волга 500');
  await dialog.findByText(/Турбо-\u2060ночь/);
  expect(plain(screen.getByRole('dialog'))).toContain('Отменить без потерьдо полуночи');
  answers(contract.plan.change, {}, last);
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за.46,67/ }));
  expect(await screen.findByText(/вернём без.потерь до.полуночи/)).toBeVisible();
});

it('says before a change that it cannot be undone, and promises no undo after it', async () => {
  const note = 'Сегодня вы уже меняли тариф и возвращали прежний';
  const second = told({ undo_until: null, notes: [note] });
  at('POST', '/api/v2/plan/preview', () => json(second));
  show();
  const dialog = await choose('Волга 500');
  expect(await dialog.findByText(`${note}.`)).toBeVisible();
  expect(plain(screen.getByRole('dialog'))).not.toContain('Отменить без потерь');
  answers(contract.plan.change, {}, second);
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за.46,67/ }));
  expect(await screen.findByText(/Теперь «Волга 500»/)).toBeVisible();
  expect(screen.queryByText(/без.потерь/)).toBeNull();
});

it('shows money that will be missing on the day of the charge', async () => {
  at('POST', '/api/v2/plan/preview', () =>
    json(told({ charge_next: { day: '2026-12-01', amount: '690.00', missing: '364.00' } })),
  );
  show();
  const dialog = await choose('Волга 500');
  expect(await dialog.findByText(/К.1.декабря не.хватит 364.₽\./)).toBeVisible();
  expect(dialog.getByRole('button', { name: /^Перейти за.46,67/ })).toBeEnabled();
});

it('offers the previous plan only until the time is over', async () => {
  serve({ undo: { plan: planOptions().plans[0]!, until: new Date(NOW.getTime() + 90_000).toISOString() } });
  show();
  expect(await screen.findByRole('timer')).toHaveTextContent('01:30');
  await userEvent.click(screen.getByRole('button', { name: 'Вернуть прежний тариф' }));
  expect(await screen.findByRole('dialog', { name: /Вернуть «Волга.100»/ })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Не менять' }));
  serve();
  vi.setSystemTime(NOW.getTime() + 91_000);
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull(), { timeout: 3000 });
});

it('cancels a planned change; for a change by the provider says who can cancel it', async () => {
  const next = planOptions().plans[2]!;
  const planned = {
    plan: next,
    from: '2026-12-01',
    by: 'client' as const,
    control: { status: 'on' as const, text: '', possible_from: null },
  };
  serve({ planned });
  const first = show();
  await screen.findByRole('button', { name: 'Отменить переход' });
  expect(plain(screen.getByRole('region', { name: 'Тариф «Волга 300»' }))).toContain(
    'С 1 декабря — «Волга 500» 500 Мбит/с, 690 ₽ в месяц: на 140 ₽ дороже.',
  );
  answers(contract.plan.delayCancel, {}, { cancelled: true });
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Отменить переход' }));
  expect(await screen.findByText('Смена тарифа отменена')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Отменить переход' })).toBeNull());
  first.unmount();
  const text = 'Смену назначил провайдер. Отменить поможет поддержка';
  serve({ planned: { ...planned, by: 'operator', control: { status: 'locked', text, possible_from: null } } });
  show();
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отменить переход' })).toBeNull();
});

it('shows a reason that forbids every plan once, with its day, and offers nothing', async () => {
  const control = { status: 'locked' as const, text: 'Тариф уже меняли', possible_from: '2026-11-27' };
  const plans = planOptions().plans.map((one) => (one.control.status === 'on' ? one : { ...one, control }));
  serve({ plans });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Сравнить тарифы' }));
  expect(screen.getByText('Тариф уже меняли.')).toBeVisible();
  expect(screen.getAllByText(/С.27.ноября/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Выбрать/ })).toBeNull();
});

it.each(['login_locked', 'session_stuck', 'binding_stale'] as const)('unlocks %s on this page', async (reason) => {
  serveHome(homeWorld({ users: [user({ state: 'blocked', reason, state_text: 'Вход закрыт' })] }));
  answers(contract.internetUser.autoAuth, PARAMS, autoAuth(null));
  answers(
    contract.internetUser.unlock,
    {},
    { user_id: 1, lifted: reason, state: 'active', reason: null, unlocks_left: 2 },
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Разблокировать' }));
  expect(await screen.findByText('Вход открыт')).toBeVisible();
  expect(bodyOf('/internet-user/unlock')).toEqual({ user_id: 1 });
});

it.each([
  ['debt', 'Осталось пополнить счёт'],
  ['schedule', 'Сейчас интернет закрыт графиком доступа'],
] as const)('says after unlocking that %s still closes internet', async (reason, words) => {
  serveHome(homeWorld({ users: [user({ state: 'blocked', reason: 'login_locked', state_text: 'Вход закрыт' })] }));
  answers(contract.internetUser.autoAuth, PARAMS, autoAuth(null));
  const answer = { user_id: 1, lifted: 'login_locked', state: 'blocked', reason, unlocks_left: 2 } as const;
  answers(contract.internetUser.unlock, {}, answer);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Разблокировать' }));
  expect(await screen.findByText(words)).toBeVisible();
});

it.each([
  ['schedule', 'link', 'К графику доступа', '#schedule'],
  ['repair', 'link', 'Контакты поддержки', '/lk/support/contacts'],
] as const)('shows one way out for %s', async (reason, role, name, href) => {
  serveHome(homeWorld({ users: [user({ state: 'blocked', reason, state_text: 'Причина' })] }));
  show();
  const card = (await screen.findByText('Причина.')).closest('section');
  expect(within(card!).getByRole(role, { name })).toHaveAttribute('href', href);
});

it('says when the next unlock is possible when none is left', async () => {
  serveHome(homeWorld({ users: [user({ state: 'blocked', reason: 'login_locked', state_text: 'Вход закрыт' })] }));
  answers(contract.internetUser.autoAuth, PARAMS, autoAuth('2026-11-20T10:40:00.000Z'));
  show();
  expect(await screen.findByText(/снова — 20.ноября, 14:40/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Разблокировать' })).toBeNull();
});

it('in debt: leads to pay the debt, and still allows a change of plan', async () => {
  serveHome(
    homeWorld({
      internet: account({ balance: '-628.50', blocked: true }),
      users: [user({ state: 'blocked', reason: 'debt', state_text: 'Отключили за долг' })],
      waysOut: [wayOut()],
    }),
  );
  at('POST', '/api/v2/plan/preview', () => json(told({ missing: '628.50', charge_now: '-100.00', parts: [] })));
  show();
  expect(await screen.findByRole('link', { name: /Заплатить 629/ })).toHaveAttribute('href', '/lk/payment/i/629');
  const dialog = await choose('Волга 500');
  const toPay = await dialog.findByText(/^К.оплате$/);
  // What is to be paid leads, before what comes back.
  expect(screen.getByRole('dialog').textContent.replace(/\s/g, ' ')).toMatch(
    /К оплате629 ₽.*Тариф сменим сейчас, интернет включим после оплаты\..*Сегодня вернём\+?100/,
  );
  expect(toPay).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Перейти сейчас' })).not.toHaveAttribute('aria-disabled');
});

function autoAuth(unlock_from: string | null) {
  return {
    user_id: 1,
    is_on: false,
    is_applied: true,
    bound_mac: null,
    seen_mac: null,
    seen_at: null,
    control: { status: 'off' as const, text: '', possible_from: null },
    unlocks_left: unlock_from === null ? 3 : 0,
    unlock_from,
  };
}
