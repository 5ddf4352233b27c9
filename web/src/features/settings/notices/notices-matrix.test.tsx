import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, requests } from '../../../../test/stub.ts';
import { Matrix } from './notices-matrix.tsx';

const SETTINGS: Wire<typeof contract.notice.settings> = {
  channels: [{ channel: 'mail', title: 'Почта', to: 'a@mail.example', needs_package: false }],
  kinds: [
    { kind: 'debt', title: 'Мало денег', text: '', in_portal: true, is_fixed: false, channels: ['mail'] },
    { kind: 'charge', title: 'Списания', text: '', in_portal: false, is_fixed: false, channels: [] },
  ],
  quiet: { is_on: true, from: 22, until: 8 },
  news: { product: 'volga', is_on: false, needs_consent: false },
};

it('charges are off, have no message in the portal, and are switched on by channel', async () => {
  answers(contract.notice.choose, {}, SETTINGS);
  renderAt('/settings/notices', <Matrix settings={SETTINGS} />, '/settings/notices');
  const row = screen.getByRole('row', { name: /^Списания/ });
  expect(within(row).getByRole('img', { name: 'в истории' })).toBeVisible();
  const mail = within(row).getByRole('button', { name: 'Списания: Почта' });
  expect(mail).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(mail);
  expect(requests().at(-1)?.body).toEqual({ kind: 'charge', channel: 'mail', is_on: true });
});

it('a phone says that charges do not come, and leads to the history that has them', async () => {
  renderAt('/settings/notices', <Matrix settings={SETTINGS} />, '/settings/notices');
  expect(screen.getByRole('button', { name: /^Мало денег ?Кабинет, почта$/ })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Списания ?Не приходит$/ }));
  const dialog = screen.getByRole('dialog', { name: 'Списания' });
  expect(within(dialog).getByText('в истории, без сообщений')).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'История' })).toHaveAttribute('href', '/lk/payments-history/i');
  expect(within(dialog).queryByRole('switch', { name: 'Кабинет' })).toBeNull();
});
