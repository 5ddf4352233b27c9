import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { AccessPart } from './access.tsx';
import type { ContractAccess } from './access.texts.ts';

const START = '2026-11-20T10:05:00.000Z';
const PLAIN = {
  ...{ role: null, is_calendar: false, added_at: START, used_at: null, is_new: true, is_proven: false },
  why_kept: null,
};
const KEY: ContractAccess = { ...PLAIN, item: { kind: 'passkey', passkey_id: 'a' }, name: 'Чужой телефон' };
const MEMBER: ContractAccess = { ...PLAIN, item: { kind: 'share', share_id: 'b' }, name: 'Иванов И.', role: 'full' };
const PHONE: ContractAccess = {
  ...PLAIN,
  item: { kind: 'phone' },
  name: '79990001122',
  is_proven: true,
  added_at: null,
  is_new: false,
  why_kept: 'Других контактов для входа нет',
};

const shows = (items: ContractAccess[]) => answers(contract.security.access, {}, { new_since: START, items });
const open = (search = '') => renderAt(`/settings/access${search}`, <AccessPart />, '/settings/access');
const sent = () => requests().filter(({ path }) => path === '/api/v2/security/access-remove');

it('removes all that is new at one tap, after it has said what', async () => {
  shows([KEY, MEMBER, PHONE]);
  answers(contract.security.removeAccess, {}, { removed: 2, kept: [] });
  open('?recovered=');
  await screen.findByText('Полный доступ к договору');
  const fresh = screen.getByRole('region', { name: 'Появилось за 30 дней' });
  await userEvent.click(within(fresh).getByRole('button', { name: 'Удалить всё это: 2' }));
  const dialog = screen.getByRole('dialog');
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Ключ входа «Чужой телефон»', 'Иванов И.']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(sent()[0]?.body).toEqual({ items: [KEY.item, MEMBER.item] }));
});

it('says why something of all that is new has stayed', async () => {
  const fresh = { ...PHONE, is_proven: false, is_new: true, why_kept: null };
  shows([KEY, fresh, { ...fresh, item: { kind: 'email' }, name: 'thief@evil.example' }]);
  const kept = ['Без телефона и почты пароль не восстановить. Сначала добавьте другой контакт'];
  answers(contract.security.removeAccess, {}, { removed: 2, kept });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить всё это: 3' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Удалили не всё')).toBeVisible();
  expect(screen.getByText(/^2 доступа закрыты сразу\. Без телефона и почты/)).toBeVisible();
});

it('removes one, keeps what must stay, and says why', async () => {
  shows([KEY, PHONE]);
  refuses(contract.security.removeAccess, {}, 'last_way_in');
  open();
  const former = await screen.findByRole('region', { name: 'Остальное' });
  expect(former).toHaveTextContent('Сюда пришёл код');
  expect(former).toHaveTextContent('Других контактов для входа нет');
  expect(within(former).queryByRole('button')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Удалить: Ключ входа «Чужой телефон»' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText(/Без пароля нужны два ключа/)).toBeVisible();
});

it('keeps the place of the keyboard when the row is gone', async () => {
  shows([KEY, MEMBER, PHONE]);
  answers(contract.security.removeAccess, {}, { removed: 1, kept: [] });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить: Ключ входа «Чужой телефон»' }));
  shows([MEMBER, PHONE]);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Удалить: Иванов И.' })).toHaveFocus());
});

it('keeps it on the heading when the last row is gone', async () => {
  shows([KEY, PHONE]);
  answers(contract.security.removeAccess, {}, { removed: 1, kept: [] });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить: Ключ входа «Чужой телефон»' }));
  shows([PHONE]);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Появилось за 30 дней' })).toHaveFocus());
});

it('keeps it on the page when the whole card is gone', async () => {
  const former: ContractAccess = { ...KEY, is_new: false };
  shows([MEMBER, former]);
  answers(contract.security.removeAccess, {}, { removed: 1, kept: [] });
  renderAt('/settings/access', <PageOfAccess />, '/settings/access');
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить: Ключ входа «Чужой телефон»' }));
  shows([MEMBER]);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

const PageOfAccess = () => (
  <>
    <h1>Кто ещё может войти</h1>
    <AccessPart />
  </>
);

it('after a recovery leads on to the page that was asked for', async () => {
  shows([KEY]);
  open('?recovered=&return=/lk/payment/i');
  await userEvent.click(await screen.findByRole('button', { name: 'Всё моё' }));
  await waitFor(() => expect(window.location.pathname).toBe('/lk/payment/i'));
});

it('leads nowhere outside the cabinet', async () => {
  shows([]);
  open('?recovered=&return=//evil.example');
  await userEvent.click(await screen.findByRole('button', { name: 'Дальше' }));
  await waitFor(() => expect(window.location.pathname).toBe('/lk/'));
});

it('tells an address of the calendar from a key for programs', async () => {
  const key: ContractAccess = { ...PLAIN, item: { kind: 'personal_key', personal_key_id: 'c' }, name: 'Календарь' };
  shows([key, { ...key, item: { kind: 'personal_key', personal_key_id: 'd' }, is_calendar: true }]);
  open();
  expect(await screen.findByText('Ключ для программ «Календарь»')).toBeVisible();
  expect(screen.getByText('Адрес календаря «Календарь»')).toBeVisible();
});
