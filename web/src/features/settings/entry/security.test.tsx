import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { setProvider, type Provider } from '#web/lib/page/provider.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { Security } from './security.tsx';

const START = '2026-11-20T10:05:00.000Z';
const PHONE = { passkey_id: 'a', name: 'Телефон', is_synced: true, added_at: START, used_at: START };
const LAPTOP = { passkey_id: 'b', name: 'Ноутбук', is_synced: false, added_at: START, used_at: null };
const HERE = {
  session_id: 'here',
  is_current: true,
  browser: 'Chrome на Windows',
  network: '10.0.0.*',
  started_at: START,
  last_used_at: START,
  acting: null,
};
const THERE = { ...HERE, session_id: 'there', is_current: false, browser: 'Firefox на Linux', network: '192.0.2.*' };

function ways(passkeys: Wire<typeof contract.security.get>['passkeys'], changed_at: string | null = START): void {
  answers(
    contract.security.get,
    {},
    {
      password: { changed_at, least: 8, most: 128 },
      second_step: { enabled_at: null, backup_codes_left: 0 },
      passkeys,
    },
  );
}
const sent = (path: string) => requests().filter((request) => request.path === `/api/v2/${path}`);

const NOBODY = { asked: 0, sent: 0, last_asked_at: null };
const PHONE_WAY = { kind: 'phone' as const, address: '79270000184', is_open: true, why_open: null };
const MAIL_WAY = { kind: 'email' as const, address: 'owner@mail.example', is_open: true, why_open: null };

beforeEach(() => {
  answers(contract.auth.sessions, {}, [HERE, THERE]);
  answers(contract.notice.getMessages, {}, []);
  answers(contract.security.recovery, {}, { ways: [PHONE_WAY, MAIL_WAY], asked: NOBODY });
});

const open = (search = '') => renderAt(`/settings/security${search}`, <Security />, '/settings/security');

it('lists five devices at first, this one among them, and the others on request', async () => {
  ways([PHONE]);
  const others = [1, 2, 3, 4, 5, 6].map((number) => ({ ...THERE, session_id: `there-${number}` }));
  answers(contract.auth.sessions, {}, [...others, HERE]);
  open();
  const card = within(await screen.findByRole('region', { name: 'Где открыт кабинет' }));
  await card.findByText('Это устройство');
  expect(card.getAllByRole('button', { name: /^Выйти: / })).toHaveLength(4);
  await userEvent.click(card.getByRole('button', { name: 'Ещё 2\u00a0устройства' }));
  expect(card.getAllByRole('button', { name: /^Выйти: / })).toHaveLength(6);
});

it('lists the passkeys with their last use, and renames one', async () => {
  ways([PHONE, LAPTOP]);
  answers(contract.security.renamePasskey, {}, { ...LAPTOP, name: 'Рабочий' });
  open();
  expect(await screen.findByText(/последний вход/)).toHaveTextContent('есть и на других ваших устройствах');
  expect(screen.getByText(/ещё не входили/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Переименовать ключ «Ноутбук»' }));
  const field = screen.getByLabelText('Название');
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(field).toHaveAccessibleDescription('Назовите ключ');
  await userEvent.type(field, 'Рабочий{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('security/passkey-rename')[0]?.body).toEqual({ passkey_id: 'b', name: 'Рабочий' });
});

it('offers to remove the password only when two passkeys stay, and says what then opens the portal', async () => {
  ways([PHONE]);
  const { unmount } = open();
  expect(await screen.findByText(/Когда ключей станет два/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Убрать пароль' })).toBeNull();
  unmount();
  ways([PHONE, LAPTOP]);
  answers(contract.security.removePassword, {}, { was_there: true, sessions_ended: 1 });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Убрать пароль' }));
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('Код из СМС или письма его тоже не откроет');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Убрать пароль' }));
  await waitFor(() => expect(sent('security/remove-password')).toHaveLength(1));
});

it('does not offer to remove either of the last two passkeys, and offers a password', async () => {
  ways([PHONE, LAPTOP], null);
  answers(contract.security.setPassword, {}, { changed_at: START, sessions_ended: 0 });
  open();
  expect(await screen.findByText(/удалить ни один из них нельзя/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Удалить ключ/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Придумать пароль кабинета' }));
  await userEvent.type(screen.getByLabelText('Новый пароль'), 'два верблюда{Enter}');
  await waitFor(() => expect(sent('security/set-password')[0]?.body).toEqual({ new_password: 'два верблюда' }));
});

it('says why a passkey was not removed', async () => {
  ways([PHONE]);
  refuses(contract.security.removePasskey, {}, 'last_way_in');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить ключ «Телефон»' }));
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Без пароля нужны два ключа');
});

it('ends the sessions after a sign-in that was a stranger’s, and then asks for a new password', async () => {
  ways([]);
  answers(contract.auth.endSession, {}, { ended: 1 });
  open('?strange=there');
  const card = await screen.findByRole('region', { name: 'Это были вы?' });
  expect(card).toHaveTextContent('Firefox на Linux');
  await userEvent.click(within(card).getByRole('button', { name: 'Это не я' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Сменить пароль кабинета');
  expect(sent('auth/end-session')[0]?.body).toEqual({ others: true });
});

it('asks about a sign-in that nobody has answered for, also without its notice, until the subscriber says it was he', async () => {
  ways([]);
  const message = {
    id: 13,
    kind: 'security' as const,
    title: '',
    body: '',
    created_at: START,
    services: null,
    until: null,
  };
  answers(contract.notice.getMessages, {}, [{ ...message, topic: 'session:there' }]);
  open();
  const card = await screen.findByRole('region', { name: 'Это были вы?' });
  answers(contract.notice.readMessage, {}, { id: 13, read_at: START });
  answers(contract.notice.getMessages, {}, []);
  await userEvent.click(within(card).getByRole('button', { name: 'Это я' }));
  await waitFor(() => expect(screen.queryByText('Это были вы?')).toBeNull());
  expect(sent('notice/read-message')[0]?.body).toEqual({ id: 13 });
});

it('asks nothing about the session that the subscriber is in', async () => {
  ways([]);
  open('?strange=here');
  await screen.findByRole('region', { name: 'Ключи входа' });
  expect(screen.queryByText('Это были вы?')).toBeNull();
});

it('tells how often strangers have asked for a new password, and what it means to close a way, before it is closed', async () => {
  ways([]);
  answers(
    contract.security.recovery,
    {},
    {
      ways: [PHONE_WAY, MAIL_WAY],
      asked: { asked: 24, sent: 6, last_asked_at: START },
    },
  );
  answers(contract.security.switchRecovery, {}, { kind: 'phone', is_open: false });
  open();
  const card = await screen.findByRole('region', { name: 'Если забыли пароль' });
  expect(await within(card).findByText(/просили 24.раза, последний раз .* Отправили 6.сообщений/)).toBeVisible();
  await userEvent.click(within(card).getByRole('switch', { name: 'Код по СМС для нового пароля' }));
  expect(sent('security/recovery-switch')).toHaveLength(0);
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('код придёт только на почту owner@mail.example');
  expect(dialog).toHaveTextContent('К этой почте не будет доступа — новый пароль даст только поддержка');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Выключить' }));
  await waitFor(() => expect(sent('security/recovery-switch')[0]?.body).toEqual({ kind: 'phone', is_open: false }));
});

it('does not close the last way, and says what must come first', async () => {
  ways([]);
  const why_open = 'Сначала подтвердите почту: иначе новый пароль не получить никак';
  answers(
    contract.security.recovery,
    {},
    {
      ways: [
        { ...PHONE_WAY, why_open },
        { ...MAIL_WAY, address: null },
      ],
      asked: NOBODY,
    },
  );
  open();
  const card = await screen.findByRole('region', { name: 'Если забыли пароль' });
  const way = await within(card).findByRole('switch', { name: 'Код по СМС для нового пароля' });
  expect(way).toHaveAttribute('aria-disabled', 'true');
  expect(within(card).getByText(`${why_open}.`)).toBeVisible();
  expect(within(card).queryByRole('switch', { name: 'Код на почту для нового пароля' })).toBeNull();
  expect(within(card).getByText('За 30 дней с незнакомых устройств новый пароль никто не просил.')).toBeVisible();
});

/** What the provider cannot send. */
function connected(codes: NonNullable<Provider['codes']>): void {
  setProvider({ codes });
  onTestFinished(() => setProvider({ codes: { phone: true, email: true } }));
}

it('offers no code that would not come', async () => {
  connected({ phone: false, email: true });
  ways([]);
  open();
  const card = await screen.findByRole('region', { name: 'Если забыли пароль' });
  expect(await within(card).findByText(/^СМС отсюда пока не отправляются/)).toBeVisible();
  expect(within(card).getAllByRole('switch')).toHaveLength(1);
  expect(within(card).getByRole('switch', { name: 'Код на почту для нового пароля' })).toBeChecked();
});

it('without text messages and letters says who gives a password', async () => {
  connected({ phone: false, email: false });
  ways([]);
  open();
  const card = await screen.findByRole('region', { name: 'Если забыли пароль' });
  expect(await within(card).findByText(/Одноразовый пароль даст поддержка/)).toBeVisible();
  expect(within(card).queryByRole('switch')).toBeNull();
});

it('leads to where a contact is confirmed', async () => {
  ways([]);
  answers(contract.security.recovery, {}, { ways: [PHONE_WAY, { ...MAIL_WAY, address: null }], asked: NOBODY });
  open();
  expect(await screen.findByRole('link', { name: 'Подтвердить' })).toHaveAttribute('href', '/lk/settings/mobile');
});
