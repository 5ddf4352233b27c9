import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { becomeGuest } from '#web/api/session.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { BillPage } from './bill.tsx';
import { Invited } from './invited.tsx';
import { keepSecret } from './link-secret.ts';

const SECRET = 'k7mfx2xqd9k7mfx2xqd9k7mfx2';
const UNTIL = '2026-11-30T10:05:00.000Z';
const OFFER = {
  name: 'Кузнецова М.',
  role: 'payer',
  until_day: null,
  kind: 'phone',
  contact: '+7 ••• •••-02-16',
  expires_at: UNTIL,
  code: { expires_at: UNTIL, again_at: UNTIL },
} as const;

beforeEach(() => becomeGuest('guest'));

it('an invitation: whoever signs in by the contact already is led to the sign-in, only after the code', async () => {
  answers(contract.invitation.look, {}, OFFER);
  refuses(contract.invitation.accept, {}, 'invitation_sign_in');
  renderAt(`/support/invited#${SECRET}`, <Invited />);
  await userEvent.type(await screen.findByLabelText('Код из СМС'), '123 456');
  await userEvent.type(screen.getByLabelText('Придумайте пароль'), 'тёплый-вечер-31');
  expect(screen.queryByText(/уже входят/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Войти' }));
  expect(await screen.findByText('С этим номером в кабинет уже входят.')).toBeVisible();
  expect(requests().find(({ path }) => path.endsWith('/invitation/accept'))?.body).toEqual({
    secret: SECRET,
    code: '123456',
    new_password: 'тёплый-вечер-31',
  });
});

it('an invitation may be entered without a password: a passkey comes next', async () => {
  answers(contract.invitation.look, {}, OFFER);
  refuses(contract.invitation.accept, {}, 'code_wrong');
  renderAt(`/support/invited#${SECRET}`, <Invited />);
  await userEvent.click(await screen.findByRole('button', { name: /добавить ключ/ }));
  expect(screen.getByText('Введите код')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Код из СМС'), '123456');
  await userEvent.click(screen.getByRole('button', { name: /добавить ключ/ }));
  expect(await screen.findByText(/Код не подошёл/)).toBeVisible();
  expect(requests().find(({ path }) => path.endsWith('/invitation/accept'))?.body).toEqual({
    secret: SECRET,
    code: '123456',
  });
});

it('a bill that is over says so, and who can help', async () => {
  refuses(contract.paymentLink.look, {}, 'link_over');
  renderAt(`/support/pay#${SECRET}`, <BillPage />);
  expect(await screen.findByRole('heading', { name: 'Ссылка больше не действует' })).toBeVisible();
  expect(screen.getByText(/Попросите новую/)).toBeVisible();
});

it.each([
  ['an invitation', '/support/invited', Invited],
  ['a bill', '/support/pay', BillPage],
])('a link to %s that is cut in the middle of a character is an unknown one', async (_, path, Page) => {
  keepSecret(SECRET);
  renderAt(`${path}#k7mfx%D0%`, <Page />);
  expect(await screen.findByRole('heading', { name: 'Ссылка больше не действует' })).toBeVisible();
  expect(requests().filter(({ path: asked }) => asked.endsWith('/look'))).toEqual([]);
});

it('a bill that somebody else pays meanwhile is over, too', async () => {
  answers(contract.paymentLink.look, {}, { amount: '629.00', words: 'За интернет мамы', expires_at: UNTIL });
  refuses(contract.paymentLink.pay, {}, 'link_over');
  renderAt(`/support/pay#${SECRET}`, <BillPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Оплатить/ }));
  expect(await screen.findByRole('heading', { name: 'Ссылка больше не действует' })).toBeVisible();
});

it('a bank that does not answer takes no money, and the form stays', async () => {
  answers(contract.paymentLink.look, {}, { amount: '629.00', words: 'За интернет мамы', expires_at: UNTIL });
  refuses(contract.paymentLink.pay, {}, 'outside_unavailable');
  renderAt(`/support/pay#${SECRET}`, <BillPage />);
  await userEvent.type(await screen.findByLabelText('Пара слов от вас'), 'Это от Ильи');
  await userEvent.click(screen.getByRole('button', { name: /^Оплатить/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/сейчас не отвечает/);
  expect(screen.getByLabelText('Пара слов от вас')).toHaveValue('Это от Ильи');
});
