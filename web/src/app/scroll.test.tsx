import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { homeWorld, serveHome } from '../../test/home-world.ts';
import { renderAt } from '../../test/render.tsx';
import { answers } from '../../test/stub.ts';
import { AppRoutes } from './routes.tsx';

it('scrolls to the top on every navigation', async () => {
  document.cookie = 'kabinet-session=0191d3c0; path=/';
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  answers(
    contract.support.getCont,
    {},
    {
      phones: [],
      email: 'a@b.ru',
      office: { address: 'Мира, 1', hours: '9–18' },
      own: null,
      consent: { version: '1', text: 'Согласен' },
    },
  );
  serveHome(homeWorld());
  answers(contract.support.getCallBacks, {}, []);
  answers(contract.support.getOrders, {}, { items: [], next: null });
  answers(contract.support.getIncidents, {}, []);
  renderAt('/support/contacts', <AppRoutes />);
  const views = await screen.findByRole('navigation', { name: 'Раздел поддержки' }, { timeout: 5000 });
  const link = within(views).getByRole('link', { name: 'Заявки' });
  scrolled.mockClear();
  await userEvent.click(link);
  await screen.findByRole('heading', { level: 1, name: 'Заявок нет' });
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 0);
  scrolled.mockRestore();
  document.cookie = 'kabinet-session=; max-age=0; path=/';
}, 20_000);
