import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses } from '../../../../test/stub.ts';
import { Examples, Warning } from './notices-examples.tsx';

const example = (name: string, of: 'debt' | 'payment' | 'security', title: string) => ({
  name,
  kind: of,
  title,
  text: 'Теперь на счёте 100 ₽.\n\nСнова работает: Интернет 100.',
  sms: `${title}. https://lk.example/lk/`,
  mail: { subject: title, text: 'Письмо целиком' },
  push: 'Есть новое о платежах',
});

it('shows how notices of a kind read by each channel', async () => {
  answers(contract.notice.examples, {}, [
    example('payment.came', 'payment', 'Получили 629 ₽'),
    example('session.new_device', 'security', 'В кабинет вошли'),
  ]);
  renderAt('/settings/notices', <Examples kind="payment" />, '/settings/notices');
  expect(await screen.findByRole('heading', { name: 'Получили 629 ₽' })).toBeVisible();
  expect(screen.getByText('Снова работает: Интернет 100.')).toBeVisible();
  expect(screen.getByText('Получили 629 ₽. https://lk.example/lk/')).toBeVisible();
  expect(screen.getByText('Письмо целиком')).toBeVisible();
  expect(screen.queryByText('В кабинет вошли')).toBeNull();
});

it('says that examples did not come, and offers to repeat', async () => {
  refuses(contract.notice.examples, {}, 'overloaded');
  renderAt('/settings/notices', <Examples kind="security" />, '/settings/notices');
  expect(await screen.findByText('Не удалось загрузить примеры.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
});

it('the warning reads as it will be sent', async () => {
  answers(contract.notice.examples, {}, [example('debt.money_low', 'debt', 'Не хватит 340 ₽')]);
  renderAt('/settings/notices', <Warning when="за 3 дня до списания" />, '/settings/notices');
  expect(await screen.findByText('Не хватит 340 ₽')).toBeVisible();
  expect(screen.getByText(/напишем за 3 дня до списания/)).toBeVisible();
});
