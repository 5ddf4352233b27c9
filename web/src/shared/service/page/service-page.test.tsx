import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { account, homeWorld, NOW, serveHome, user, wayOut } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { refuses } from '../../../../test/stub.ts';
import { ServicePage } from './service-page.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const show = (id: string) =>
  renderAt(
    `/internet/${id}`,
    <ServicePage kind="internet" entry={{ title: 'Вход в сеть', word: 'Логин' }} />,
    '/internet/:user_id',
  );
const textOf = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');

it('shows plan, price, planned change and login', async () => {
  serveHome(homeWorld({ users: [user({ planned_plan: { name: 'Волга 500', price: '690.00', from: '2026-12-01' } })] }));
  show('1');
  const plan = await screen.findByRole('region', { name: 'Тариф «Волга 300»' });
  expect(textOf(plan)).toContain('550 ₽ в месяц');
  expect(textOf(plan)).toContain('С 1 декабря — «Волга 500» 690 ₽ в месяц: на 140 ₽ дороже.');
  expect(screen.getByText('kuznetsova84')).toBeVisible();
});

it('in debt leads to pay the exact sum', async () => {
  serveHome(
    homeWorld({
      internet: account({ balance: '-628.50', blocked: true }),
      users: [
        user({
          ...{
            state: 'blocked',
            reason: 'debt',
            state_text: 'Отключили за долг 20 ноября. Заплатите 629 ₽, и включим сразу',
          },
          duty: [{ text: 'Долг по счёту «Интернет»: 628,50 ₽' }],
        }),
      ],
      waysOut: [wayOut()],
    }),
  );
  show('1');
  expect(await screen.findByRole('link', { name: /Заплатить 629/ })).toHaveAttribute('href', '/lk/payment/i/629');
  // Not the sum of this account alone: the button may have that of both.
  expect(screen.getByText(/^Отключили за долг/)).toHaveTextContent(/^Отключили за долг 20 ноября\.$/);
  // The card of the account says it.
  expect(await screen.findByRole('region', { name: 'Счёт «Интернет»' })).toHaveTextContent('628,50');
  expect(screen.queryByText('Важное об услуге')).toBeNull();
});

it.each(['2', 'abc', '0', '7'])('shows the 404 page for an id that is not a service of this kind (%s)', async (id) => {
  serveHome(homeWorld({ users: [user(), user({ user_id: 2, user_type: 'tv', name: 'ТВ' })] }));
  refuses(contract.user.get, { params: { id: '7' } }, 'not_found');
  show(id);
  expect(await screen.findByRole('heading', { level: 1, name: 'Такой страницы нет' })).toBeVisible();
});

it('beside another billing asks whoever has paid his debt for nothing more', async () => {
  serveHome(
    homeWorld({
      users: [user({ state: 'blocked', reason: 'debt' })],
      waysOut: [wayOut({ to_pay: '0.00', charged_elsewhere: true, available: true })],
    }),
  );
  show('1');
  expect(await screen.findByText('Услуги включит оператор, когда учтёт оплату.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Пополнить счёт' })).toHaveAttribute('href', '/lk/payment/i');
  expect(screen.queryByText(/Обещанный платёж|Заплатить 0/)).toBeNull();
});

it('shows several services of a kind as tabs', async () => {
  serveHome(homeWorld({ users: [user(), user({ user_id: 5, name: 'Интернет на даче' })] }));
  show('5');
  await screen.findByRole('heading', { level: 1, name: 'Интернет на даче' });
  expect(screen.getByRole('link', { name: 'Интернет на даче' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Интернет' })).toHaveAttribute('href', '/lk/internet/1');
});

it('keeps the heading and the way back when a service fails to load', async () => {
  refuses(contract.user.list, {}, 'unexpected');
  refuses(contract.user.get, { params: { id: '1' } }, 'unexpected');
  show('1');
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить услугу.');
  expect(screen.getByRole('heading', { level: 1, name: 'Интернет' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Все услуги' })).toHaveAttribute('href', '/lk/');
});
