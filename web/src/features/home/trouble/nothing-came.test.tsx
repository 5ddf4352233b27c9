import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { providerNow, setProvider } from '#web/lib/page/provider.ts';
import { PageBanners } from '#web/shared/frame/page-banners.tsx';
import { homeWorld, serveHome } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses } from '../../../../test/stub.ts';
import '../after-first.ts';
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
  contract.internetAccount.statPayments,
  contract.internetAccount.statCharges,
  contract.internetContract.programArrears,
];

it('home of which nothing has loaded tells it once, with what still works, the telephone and a repeat', async () => {
  const { support_phones: phones } = providerNow();
  setProvider({ support_phones: [{ label: 'Поддержка', phone: '78482001234' }] });
  onTestFinished(() => setProvider({ support_phones: phones }));
  serveHome(homeWorld());
  for (const call of CALLS) refuses(call, {}, 'unexpected');
  refuses(contract.byDefault.index, {}, 'unexpected');
  renderAt(
    '/',
    <>
      <PageBanners />
      <HomePage />
    </>,
  );
  const title = await screen.findByRole('heading', { level: 1, name: /^Кабинет не.загрузился$/ });
  // A toast tells of telephone numbers, too, for some seconds.
  const alert = title.closest<HTMLElement>('[role="alert"]')!;
  expect(alert).toHaveTextContent(/Ошибка на.нашей стороне.*Услуги от.кабинета не.зависят/);
  expect(screen.queryByText(/Страница не.загрузилась|Не.удалось загрузить (?!данные)/)).toBeNull();
  expect(within(alert).getByRole('link', { name: /8482/ })).toHaveAttribute('href', 'tel:+78482001234');
  serveHome(homeWorld());
  answers(contract.internetAccount.statPayments, {}, { items: [], next: null });
  answers(contract.internetAccount.statCharges, {}, { items: [], next: null });
  answers(contract.internetContract.programArrears, {}, []);
  await userEvent.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Мария Сергеевна, всё работает' })).toBeVisible();
});
