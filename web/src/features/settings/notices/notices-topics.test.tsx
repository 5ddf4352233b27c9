import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, requests } from '../../../../test/stub.ts';
import { NoticesChannels } from './notices-channels.tsx';
import { NoticesTopics } from './notices-topics.tsx';

const SETTINGS: Wire<typeof contract.notice.settings> = {
  channels: [{ channel: 'mail', title: 'Почта', to: 'a@mail.example', needs_package: false }],
  kinds: [
    { kind: 'debt', title: 'Мало денег', text: '', in_portal: true, is_fixed: false, channels: ['mail'] },
    { kind: 'charge', title: 'Списания', text: '', in_portal: false, is_fixed: false, channels: [] },
  ],
  quiet: { is_on: true, from: 22, until: 8 },
  news: { product: 'volga', is_on: false, needs_consent: false },
};

const open = (settings = SETTINGS) =>
  renderAt('/settings/notices', <NoticesTopics settings={settings} />, '/settings/notices');
const unfold = () => userEvent.click(screen.getByText('Мало денег, списания'));

it('a topic says where it comes, and opens its channels', async () => {
  answers(contract.notice.choose, {}, SETTINGS);
  open();
  await unfold();
  expect(screen.getByRole('button', { name: /^Мало денег ?Кабинет, почта$/ })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Списания ?Не приходит$/ }));
  const mail = within(screen.getByRole('dialog', { name: 'Списания' })).getByRole('switch', { name: 'Почта' });
  expect(mail).not.toBeChecked();
  await userEvent.click(mail);
  expect(requests().at(-1)?.body).toEqual({ kind: 'charge', channel: 'mail', is_on: true });
});

it('says that charges do not come, and leads to the history that has them', async () => {
  open();
  await unfold();
  await userEvent.click(screen.getByRole('button', { name: /^Списания ?Не приходит$/ }));
  const dialog = screen.getByRole('dialog', { name: 'Списания' });
  expect(within(dialog).getByText('в истории, без сообщений')).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'История' })).toHaveAttribute('href', '/lk/payments-history/i');
  expect(within(dialog).queryByRole('switch', { name: 'Кабинет' })).toBeNull();
});

it('a channel is set once for all topics; one that is not linked, or not paid, has no switch', async () => {
  answers(contract.notice.choose, {}, SETTINGS);
  const channels = [
    { channel: 'sms' as const, title: 'СМС', to: '79270000184', needs_package: true },
    ...SETTINGS.channels,
    { channel: 'max' as const, title: 'MAX', to: null, needs_package: false },
  ];
  renderAt('/settings/notices', <NoticesChannels settings={{ ...SETTINGS, channels }} />, '/settings/notices');
  const [mail, ...more] = screen.getAllByRole('switch');
  expect(more).toEqual([]);
  expect(mail).toBeChecked();
  await userEvent.click(mail!);
  expect(requests().at(-1)?.body).toEqual({ channel: 'mail', is_on: false });
  expect(screen.getByText(/О деньгах и заявках — по платному пакету/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Подключить: MAX' })).toHaveAttribute('href', '/lk/settings/max');
});
