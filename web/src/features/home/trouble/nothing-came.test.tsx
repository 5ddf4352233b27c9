import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { providerNow, setProvider } from '#web/lib/page/provider.ts';
import { PageBanners } from '#web/shared/frame/page-banners.tsx';
import { homeWorld, serveHome } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { at, json, refuses } from '../../../../test/stub.ts';
import { HomePage } from '../home-page.tsx';

const CALLS = [
  contract.internetContract.get,
  contract.internetAccount.get,
  contract.telephone.get,
  contract.telephoneNumber.list,
  contract.user.list,
  contract.user.overview,
  contract.notice.getMessages,
  contract.support.getOrders,
];

it('home of which nothing has loaded tells it once, with what still works, the telephone and a repeat', async () => {
  const { support_phones: phones } = providerNow();
  setProvider({ support_phones: [{ label: 'Поддержка', phone: '78482001234' }] });
  onTestFinished(() => setProvider({ support_phones: phones }));
  serveHome(homeWorld());
  for (const call of CALLS) refuses(call, {}, 'unexpected');
  at('POST', '/api/v2/default/index', () => json({}, 500));
  renderAt(
    '/',
    <>
      <PageBanners />
      <HomePage />
    </>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: /^Кабинет не.загрузился$/ })).toBeVisible();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/Ошибка на.нашей стороне.*Услуги от.кабинета не.зависят/);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.queryByText(/Не.удалось загрузить/)).toBeNull();
  expect(within(alert).getByRole('link', { name: /8482/ })).toHaveAttribute('href', 'tel:+78482001234');
  serveHome(homeWorld());
  await userEvent.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Мария Сергеевна, всё работает' })).toBeVisible();
});
