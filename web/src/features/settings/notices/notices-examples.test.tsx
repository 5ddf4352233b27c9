import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { ExamplesCard } from './notices-examples.tsx';

const kind = (name: 'payment' | 'security', title: string) => ({
  kind: name,
  title,
  text: '',
  in_portal: true,
  is_fixed: name === 'security',
  channels: [],
});
const KINDS = [kind('payment', 'Платёж пришёл'), kind('security', 'Вход и пароли')];
const example = (name: string, of: 'payment' | 'security', title: string) => ({
  name,
  kind: of,
  title,
  text: 'Теперь на счёте 100 ₽.\n\nСнова работает: Интернет 100.',
  sms: `${title}. https://lk.example/lk/`,
  mail: { subject: title, text: 'Письмо целиком' },
  push: 'Есть новое о платежах',
});

it('shows how notices of a kind read by each channel; nothing is asked for before', async () => {
  answers(contract.notice.examples, {}, [
    example('payment.came', 'payment', 'Получили 629 ₽'),
    example('session.new_device', 'security', 'В кабинет вошли'),
  ]);
  renderAt('/settings/notices', <ExamplesCard kinds={KINDS} />, '/settings/notices');
  expect(requests()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Платёж пришёл' }));
  const dialog = screen.getByRole('dialog', { name: 'Платёж пришёл' });
  expect(await within(dialog).findByRole('heading', { name: 'Получили 629 ₽' })).toBeVisible();
  expect(within(dialog).getByText('Снова работает: Интернет 100.')).toBeVisible();
  expect(within(dialog).getByText('Получили 629 ₽. https://lk.example/lk/')).toBeVisible();
  expect(within(dialog).getByText('Письмо целиком')).toBeVisible();
  expect(within(dialog).queryByText('В кабинет вошли')).toBeNull();
});

it('says that examples did not come, and offers to repeat', async () => {
  refuses(contract.notice.examples, {}, 'overloaded');
  renderAt('/settings/notices', <ExamplesCard kinds={KINDS} />, '/settings/notices');
  await userEvent.click(screen.getByRole('button', { name: 'Вход и пароли' }));
  expect(await screen.findByText('Не удалось загрузить примеры.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
});
