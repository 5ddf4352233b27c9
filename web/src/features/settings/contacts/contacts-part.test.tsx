import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { ContactsPart } from './contacts-part.tsx';

type Contacts = Wire<typeof contract.notice.contacts>;

const SERGEY: Contacts['contacts'][number] = {
  contact_id: 7,
  kind: 'phone',
  address: '79270000290',
  role: 'payer',
  name: 'Сергей',
  is_active: true,
  kinds: ['debt', 'payment'],
  waiting: null,
};
const listed = (contacts: Contacts['contacts'], left = { phone: 4, email: 4 }): Contacts => ({
  contacts,
  roles: [
    { role: 'owner', kinds: ['debt', 'charge', 'payment', 'autopayment', 'service', 'support'] },
    { role: 'payer', kinds: ['debt', 'charge', 'payment', 'autopayment'] },
    { role: 'technical', kinds: ['service', 'support'] },
  ],
  most: 5,
  left,
});

beforeEach(() => {
  answers(
    contract.notice.getMobile,
    {},
    {
      phone_number: '79270000184',
      is_active: true,
      has_code: false,
      waiting: null,
    },
  );
  answers(contract.notice.emailSettings, {}, { email: null, is_active: false, has_code: false, waiting: null });
  for (const call of [contract.notice.getTelegram, contract.notice.getMax]) {
    answers(
      call,
      {},
      {
        message: '',
        is_active: false,
        is_available: false,
        state: 'none',
        chat_name: null,
        link: null,
        expires_at: null,
        confirmed_at: null,
      },
    );
  }
  answers(contract.notice.getPush, {}, { is_available: false, public_key: null, browsers: [] });
  answers(
    contract.notice.mobileSettings,
    {},
    {
      phone_number: '79270000184',
      is_active: true,
      kinds: [],
      package: null,
      sends_paid: true,
      sent_this_month: 0,
      quiet: { is_on: true, from: 22, until: 8 },
    },
  );
});
const open = (contacts: Contacts) => {
  answers(contract.notice.contacts, {}, contacts);
  renderAt('/settings/mobile', <ContactsPart />, '/settings/mobile');
};
const sent = (path: string) => requests().find((request) => request.path === `/api/v2/notice/${path}`)?.body;

it('lists the first contacts and further ones with whose they are and what comes there', async () => {
  open(listed([SERGEY]));
  expect(await screen.findByText('Плательщик, Сергей. Мало денег, платежи')).toBeVisible();
  expect(await screen.findByText(/Владелец\. Вход, СМС/)).toBeVisible();
  expect(await screen.findByLabelText('Адрес почты')).toBeVisible();
});

it('adds a contact with its role, and keeps the form if it is refused', async () => {
  open(listed([]));
  refuses(contract.notice.addContact, {}, 'contact_known');
  await userEvent.click(await screen.findByRole('button', { name: 'Добавить' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Почта' }));
  await userEvent.type(within(dialog).getByLabelText('Адрес почты'), 'ilya@mail.example');
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Техник/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Прислать код' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Этот контакт уже есть в договоре');
  expect(sent('add-contact')).toEqual({ kind: 'email', address: 'ilya@mail.example', role: 'technical', name: '' });
});

it('does not offer a sixth phone, and says why', async () => {
  open(listed([], { phone: 0, email: 4 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Добавить' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText('Телефонов уже 5, больше нельзя.')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Прислать код' })).toBeNull();
});

it('another role brings the kinds of that role; a kind may be left out', async () => {
  open(listed([SERGEY]));
  answers(contract.notice.changeContact, {}, listed([{ ...SERGEY, role: 'technical', kinds: ['service'] }]));
  await userEvent.click(await screen.findByRole('button', { name: /^Изменить/ }));
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Техник/ }));
  expect(within(dialog).queryByRole('button', { name: 'Платежи' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Заявки' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(sent('change-contact')).toEqual({ contact_id: 7, role: 'technical', name: 'Сергей', kinds: ['service'] });
});

it('another role does not bring charges unasked, but offers them', async () => {
  open(listed([{ ...SERGEY, role: 'technical', kinds: ['service'] }]));
  answers(contract.notice.changeContact, {}, listed([SERGEY]));
  await userEvent.click(await screen.findByRole('button', { name: /^Изменить/ }));
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Плательщик/ }));
  expect(within(dialog).getByRole('button', { name: 'Списания' })).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(sent('change-contact')).toMatchObject({ role: 'payer', kinds: ['debt', 'payment', 'autopayment'] });
});

it('a contact whose code has run out says so, and may have another or go', async () => {
  open(listed([{ ...SERGEY, is_active: false }]));
  answers(contract.notice.resendContact, {}, listed([]));
  expect(await screen.findByText('Код устарел')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Прислать новый код' }));
  expect(sent('resend-contact')).toEqual({ contact_id: 7 });
});
