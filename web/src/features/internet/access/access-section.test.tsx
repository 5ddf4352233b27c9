import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { NOW, user } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../../test/stub.ts';
import { AccessSection } from './access-section.tsx';
import type { AutoAuthState } from './use-auto-auth.ts';
import type { PasswordPolicy } from '#web/shared/service/password/use-password.ts';
import { hurry } from '../../../../test/hurry.ts';

hurry();

const PARAMS = { params: { id: '1' } };
const { autoAuth, disableAutoAuth } = contract.internetUser;
const { passwordPolicy, changePassword } = contract.user;

const state = (own: Partial<AutoAuthState> = {}): AutoAuthState => ({
  user_id: 1,
  is_on: true,
  is_applied: true,
  bound_mac: '02:aa:bb:cc:dd:ee',
  seen_mac: '02:aa:bb:cc:dd:ee',
  seen_at: '2026-11-20T08:00:00.000Z',
  control: { status: 'on', text: '', possible_from: null },
  unlocks_left: 3,
  unlock_from: null,
  ...own,
});

const policy = (own: Partial<PasswordPolicy> = {}): PasswordPolicy => ({
  least: 8,
  most: 128,
  own_words: ['kuznetsova84', '100001'],
  changed_at: '2026-11-12T08:00:00.000Z',
  tries_left: 5,
  control: { status: 'on', text: '', possible_from: null },
  ...own,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answers(autoAuth, PARAMS, state());
  answers(passwordPolicy, PARAMS, policy());
});
afterEach(() => void vi.useRealTimers());

const show = () => renderAt('/internet/1', <AccessSection user={user()} />);
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');
const sentTo = (path: string) => requests().filter(({ path: sent }) => sent.endsWith(path));

async function openDialog() {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Сменить пароль входа в сеть' }));
  return within(screen.getByRole('dialog'));
}

it('shows the login, the last change of the password, the way of authentication and the bound device', async () => {
  show();
  await screen.findByRole('switch', { name: 'Вход без пароля', checked: true });
  const card = plain(screen.getByRole('region', { name: 'Вход в сеть' }));
  for (const fact of ['kuznetsova84', 'Изменён 12 ноября', 'применено', '02:AA:BB:CC:DD:EE'])
    expect.soft(card).toContain(fact);
  expect(card).not.toContain('Последним подключалось');
});

it('shows another device that has tried, and how many unlocks are left', async () => {
  answers(autoAuth, PARAMS, state({ seen_mac: '02:00:00:00:00:07', unlocks_left: 1 }));
  show();
  expect(await screen.findByText(/Последним подключалось 02:00:00:00:00:07, 20\sноября, 12:00/)).toBeVisible();
  expect(screen.getByText(/можно ещё 1\sраз\./)).toBeVisible();
});

it('orders a switch, shows it as pending, and then as applied by itself', async () => {
  show();
  const pending = state({
    is_on: false,
    is_applied: false,
    control: { status: 'off_pending', text: 'Применяется', possible_from: null },
  });
  answers(disableAutoAuth, {}, pending);
  const control = await screen.findByRole('switch', { checked: true });
  answers(autoAuth, PARAMS, pending);
  await userEvent.click(control);
  expect(await screen.findByText('применяется…')).toBeVisible();
  expect(sentTo('/disable-auto-auth')).toMatchObject([{ body: { user_id: 1 } }]);
  answers(autoAuth, PARAMS, state({ is_on: false, control: { status: 'off', text: '', possible_from: null } }));
  await waitFor(() => expect(screen.getByText('применено')).toBeVisible(), { timeout: 5000 });
  expect(screen.getByRole('switch', { checked: false })).toBeVisible();
}, 10_000);

it('says why a locked switch cannot be used, and sends nothing', async () => {
  const text = 'Вход без пароля бывает только у интернета по кабелю';
  answers(autoAuth, PARAMS, state({ is_on: false, control: { status: 'locked', text, possible_from: null } }));
  show();
  await userEvent.click(await screen.findByRole('switch'));
  expect(screen.getByText(`${text}.`)).toBeVisible();
  expect(requests().filter(({ method }) => method === 'POST')).toEqual([]);
});

it('updates the rules while typing, and does not send a password that breaks one', async () => {
  const dialog = await openDialog();
  const rules = () => plain(dialog.getByRole('list', { name: 'Каким должен быть пароль' }));
  await userEvent.type(dialog.getByLabelText('Пароль сейчас'), 'demo-service');
  await userEvent.type(dialog.getByLabelText('Новый пароль'), 'Kuznetsova84');
  expect(rules()).toBe(
    'От 8 до 128 знаков: даНе из логина, номера договора и имени: ещё нетНе из тех, что подбирают первыми: да',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Сменить пароль' }));
  expect(dialog.getByLabelText('Новый пароль')).toHaveFocus();
  expect(sentTo('/change-password')).toEqual([]);
});

it('generates a password in the browser, shows it once, and sends it with the choice to end sessions', async () => {
  const dialog = await openDialog();
  await userEvent.type(dialog.getByLabelText('Пароль сейчас'), 'demo-service');
  await userEvent.click(dialog.getByRole('button', { name: 'Придумать пароль' }));
  const made = dialog.getByRole('status').querySelector('code')?.textContent ?? '';
  expect(made).toMatch(/^[a-zA-Z2-9]{16}$/);
  answers(changePassword, {}, { user_id: 1, is_changed: true, are_sessions_ended: true });
  await userEvent.click(dialog.getByRole('button', { name: 'Сменить пароль' }));
  expect(await screen.findByText('Пароль изменён')).toBeVisible();
  expect(sentTo('/change-password')).toMatchObject([
    { body: { user_id: 1, password: 'demo-service', new_password: made, end_sessions: true } },
  ]);
  expect(document.body.textContent).not.toContain(made);
});

it('shows a wrong password at its field and focuses it; shows too many attempts above', async () => {
  const message = 'Пароль услуги не подошёл. Осталось 4 попытки';
  at('POST', '/api/v2/user/change-password', () =>
    json({ status: 409, code: 'service_password_wrong', message, errors: [{ path: 'body.password', message }] }, 409),
  );
  const dialog = await openDialog();
  await userEvent.type(dialog.getByLabelText('Пароль сейчас'), 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Только проверить' }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByLabelText('Пароль сейчас')).toHaveFocus();
  refuses(changePassword, {}, 'too_many_requests');
  await userEvent.click(dialog.getByRole('button', { name: 'Только проверить' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Слишком много запросов');
});
