import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import type { Program } from '#web/shared/change/program-data.ts';
import { homeWorld, NOW, serveHome, user } from '../../../test/home-world.ts';
import { planOptions, preview, told } from '../../../test/plan-world.ts';
import { program, programTold } from '../../../test/program-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, refuses, requests } from '../../../test/stub.ts';
import { ServicesSection } from './services-section.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveHome(homeWorld());
  serve();
});
afterEach(() => void vi.useRealTimers());

const PARAMS = { params: { id: '1' } };

function serve({ options = planOptions(), own = [], common = [] }: Partial<Served> = {}) {
  answers(contract.plan.options, PARAMS, options);
  answers(contract.user.allowedDrawPrograms, PARAMS, own);
  answers(contract.internetContract.allowedDrawPrograms, {}, common);
}
interface Served {
  options: ReturnType<typeof planOptions>;
  own: Program[];
  common: Program[];
}

const show = (search = '') =>
  renderAt(`/internet/1${search}`, <ServicesSection user={user()} ofContract={() => true} />, '/internet/:user_id');
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');
const bodyOf = (path: string) =>
  requests()
    .filter((sent) => sent.path.endsWith(path))
    .at(-1)?.body;
const is = (status: 'on' | 'off'): Program['control'] => ({ status, text: '', possible_from: null });
const [router] = planOptions().options;

it('adds up by name what is included, apart from the contract and from what comes later', async () => {
  serve({
    options: planOptions({ options: [{ ...router!, control: is('on') }] }),
    own: [
      program({
        programm_id: 1101,
        title: 'Статический адрес',
        price: '150.00',
        price_text: '150 ₽',
        control: is('on'),
      }),
      program({ control: { status: 'on_pending', text: 'Включится 1 декабря', possible_from: null } }),
    ],
    common: [program({ programm_id: 1401, title: 'Бумажный счёт', price: '45.00', control: is('on') })],
  });
  show();
  await screen.findByRole('heading', { name: /Волга.300/ });
  const card = screen.getByRole('region', { name: 'Включено' });
  // 550 + 80 + 150.
  expect(plain(card)).toContain('780 ₽ в месяц');
  expect(plain(within(card).getByRole('group', { name: /По всему договору/ }))).toMatch(/45 ₽ в месяцБумажный счёт/);
  expect(plain(within(card).getByRole('group', { name: 'Включится позже' }))).toContain('Включится 1 декабря');
});

it('gives no sum when the plan and its options have not come', async () => {
  serve({ own: [program({ programm_id: 1101, title: 'Статический адрес', price: '150.00', control: is('on') })] });
  refuses(contract.plan.options, PARAMS, 'unexpected');
  show();
  await screen.findByRole('heading', { name: 'Статический адрес' });
  expect(within(screen.getByRole('region', { name: 'Включено' })).getByRole('status')).toBeEmptyDOMElement();
});

it('a program beside a plan by the day is told by the month', async () => {
  const options = planOptions();
  serve({
    options: { ...options, plan: { ...options.plan!, price: '49.00', unit: 'day' } },
    own: [program({ programm_id: 1101, title: 'Статический адрес', price: '150.00', control: is('on') })],
  });
  const { plan } = user();
  const daily = user({ plan: { ...plan!, price: '49.00', unit: 'day' } });
  renderAt('/internet/1', <ServicesSection user={daily} />, '/internet/:user_id');
  await screen.findByText('Статический адрес');
  const card = screen.getByRole('region', { name: 'Включено' });
  expect(plain(card)).toContain('49 ₽ в день и 150 ₽ в месяц');
});

it('folds by group what can be connected, and says why something cannot', async () => {
  serve({
    own: [
      program({ badge: 'Новое' }),
      program({
        programm_id: 1121,
        title: 'Копии в облаке',
        price: '149.00',
        control: { status: 'locked', text: 'Включить можно с 1 декабря', possible_from: '2026-12-01' },
      }),
    ],
  });
  show();
  const card = await screen.findByRole('region', { name: 'Можно подключить' });
  const safety = within(card).getByRole('heading', { name: 'Безопасность' }).closest('details')!;
  expect(safety).not.toHaveAttribute('open');
  expect(plain(safety.querySelector('summary')!)).toBe('БезопасностьАнтивирус, Копии в облакеот 99 ₽');
  await userEvent.click(within(card).getByRole('heading', { name: 'Безопасность' }));
  expect(within(safety).getByText('Новое')).toBeVisible();
  expect(within(safety).getByText('Включить можно с 1 декабря.')).toBeVisible();
  expect(within(safety).getByRole('switch', { name: 'Копии в облаке' })).toHaveAttribute('aria-disabled', 'true');
});

it('moves a program to what is included, and the focus with it', async () => {
  serve({ own: [program()] });
  answers(contract.userProgram.info, PARAMS, { programm_description: '', offerta: '' });
  answers(contract.user.programPreview, {}, programTold());
  show();
  await userEvent.click(await screen.findByRole('heading', { name: 'Безопасность' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Антивирус' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Включить «Антивирус»?' }));
  answers(contract.user.changeProgram, {}, programTold());
  serve({ own: [program({ control: is('on') })] });
  await userEvent.click(await dialog.findByRole('button', { name: /^Включить за.36,30/ }));
  expect(await screen.findByText('Включили «Антивирус»')).toBeVisible();
  const card = screen.getByRole('region', { name: 'Включено' });
  expect(plain(card)).toContain('649 ₽ в месяц');
  expect(within(card).getByRole('heading', { name: 'Антивирус' })).toHaveFocus();
});

it('after a lost reply the question stays, and a repetition is the same change', async () => {
  answers(contract.plan.optionPreview, {}, preview());
  show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Второй роутер', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Включить «Второй роутер»?' }));
  at('POST', '/api/v2/plan/change-option', () => Promise.reject(new TypeError('no network')));
  await userEvent.click(await dialog.findByRole('button', { name: 'Включить' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Не знаем, выполнено ли.*дважды ничего не.выполнится\.$/);
  answers(contract.plan.changeOption, {}, preview());
  await userEvent.click(dialog.getByRole('button', { name: 'Включить' }));
  expect(await screen.findByText('Включили «Второй роутер»')).toBeVisible();
  const sent = requests().filter(({ path }) => path.endsWith('/plan/change-option'));
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

it('shows what has come when one part fails, and asks again for that part', async () => {
  refuses(contract.internetContract.allowedDrawPrograms, {}, 'overloaded');
  show();
  expect(await screen.findByRole('heading', { name: /Волга.300/ })).toBeVisible();
  serve({ common: [program({ programm_id: 1401, title: 'Бумажный счёт', control: is('on') })] });
  await userEvent.click(await screen.findByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('heading', { name: 'Бумажный счёт' })).toBeVisible();
});

it('restores the choice of who has left to pay', async () => {
  serve({ own: [program()] });
  answers(contract.userProgram.info, PARAMS, { programm_description: '', offerta: '' });
  answers(contract.user.programPreview, {}, programTold());
  show('?program=1120');
  expect(await screen.findByRole('dialog', { name: 'Включить «Антивирус»?' })).toBeVisible();
});

it('says that switching an option of the new plan ends the undo of the change', async () => {
  show();
  const toggle = await screen.findByRole('switch', { name: 'Второй роутер', hidden: true });
  const ends_undo = { plan: 'Волга 100', until: '2026-11-20T10:12:00.000Z' };
  answers(contract.plan.optionPreview, {}, preview({ ends_undo }));
  await userEvent.click(toggle);
  const dialog = within(await screen.findByRole('dialog', { name: 'Включить «Второй роутер»?' }));
  expect(await dialog.findByText('Возврат прежнего тарифа закончится.')).toBeVisible();
  expect(plain(screen.getByRole('dialog'))).toContain('Пока «Волга 100» можно вернуть без потерь до 14:12');
});

it('switches an option after showing its price and accepting its terms', async () => {
  show();
  const toggle = await screen.findByRole('switch', { name: 'Второй роутер', hidden: true });
  answers(
    contract.plan.optionPreview,
    {},
    preview({
      price: { was: null, will: { amount: '80.00', unit: 'month' } },
      monthly: { was: '550.00', will: '630.00' },
      charge_now: '29.33',
      parts: [{ text: 'Второй роутер', amount: '29.33' }],
      charge_next: { day: '2026-12-01', amount: '630.00', missing: '0.00' },
      switches_on: ['Второй роутер'],
    }),
  );
  await userEvent.click(toggle);
  const dialog = within(await screen.findByRole('dialog', { name: 'Включить «Второй роутер»?' }));
  await dialog.findByText('Останется на счёте');
  expect(plain(screen.getByRole('dialog'))).toContain(
    'Сегодня спишем29,33 ₽Цена80 ₽ в месяцОстанется на счёте100,00 ₽Спишем за услугу 1 декабря630,00 ₽Вся услуга за месяц550 ₽ → 630 ₽Нажимая',
  );
  expect(await dialog.findByText('Роутер остаётся нашим')).toBeInTheDocument();
  expect(toggle).toHaveAttribute('aria-checked', 'false');
  answers(contract.plan.changeOption, {}, told({ charge_now: '29.33' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Включить за.29,33/ }));
  expect(await screen.findByText('Включили «Второй роутер»')).toBeVisible();
  expect(bodyOf('/plan/change-option')).toEqual({ user_id: 1, option_id: 11, status: 'on', version: '7' });
});

it('tells a discount of the plan, of an option and of a program: the usual price struck through, and until when', async () => {
  const discount = { percent: 10, last_day: '2027-02-28' };
  const listed = planOptions({
    options: [{ ...router!, price: '72.00', discount: { ...discount, full_price: '80.00' }, control: is('on') }],
  });
  serve({
    options: { ...listed, plan: { ...listed.plan!, price: '495.00', discount: { ...discount, full_price: '550.00' } } },
    common: [
      program({
        ...{ programm_id: 1401, title: 'Бумажный счёт', price: '0.00', price_text: 'Бесплатно', control: is('on') },
        discount: { percent: null, last_day: null, full_price: '45.00' },
      }),
    ],
  });
  show();
  await screen.findByRole('heading', { name: /Волга.300/ });
  const text = plain(screen.getByRole('region', { name: 'Включено' }));
  expect(text).toMatch(/Тариф «Волга 300»495 ₽ в месяц Обычная цена 550 ₽Скидка 10 % по 28 февраля 2027\./);
  expect(text).toMatch(/72 ₽ в месяц Обычная цена 80 ₽.*Скидка 10 % по 28 февраля 2027\./);
  expect(text).toMatch(/Бесплатно Обычная цена 45 ₽.*Своя цена без срока\./);
  // 495 + 72.
  expect(text).toContain('567 ₽ в месяц');
});
