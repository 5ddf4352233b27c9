import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problems } from '@kabinet/contract/kernel/problem';
import { contract } from '#web/api/contract.ts';
import { cacheKey } from '#web/api/use-call.ts';
import { ConfirmDialog } from '#web/shared/confirmation/confirm-dialog.tsx';
import { homeWorld, NOW, serveHome, user } from '../../../test/home-world.ts';
import { told } from '../../../test/plan-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, requests } from '../../../test/stub.ts';
import { CreateMailboxPage } from './create-page.tsx';
import type { Mailbox, MailboxTerms } from './mail-data.ts';
import { MailPage } from './mail-page.tsx';

const ADDRESS = 'maria@volga.example';
const GIGABYTE = 1024 ** 3;

const box = (own: Partial<Mailbox> = {}): Mailbox => ({
  user_id: 7,
  address: ADDRESS,
  state: 'active',
  reason: null,
  quota_bytes: 3 * GIGABYTE,
  used_bytes: 2.7 * GIGABYTE,
  aliases: ['masha@volga.example'],
  forward: null,
  kept_until: null,
  used_messages: 12,
  measured_at: null,
  grown_bytes: null,
  full_on: null,
  most_aliases: 5,
  forward_asked: null,
  reply: null,
  servers: {
    imap: { host: 'imap.volga.example', port: 993, security: 'ssl' },
    pop3: null,
    smtp: { host: 'smtp.volga.example', port: 465, security: 'ssl' },
    webmail: null,
  },
  profile: '/mail/profile.mobileconfig?emailaddress=maria%40volga.example',
  deleted_on: null,
  restore: null,
  remove: { status: 'on', text: '', possible_from: null },
  kept_days: 30,
  version: '1.2026-11-20',
  ...own,
});
const terms = (own: Partial<MailboxTerms> = {}): MailboxTerms => ({
  domains: ['volga.example'],
  quota_bytes: GIGABYTE,
  price: '0.00',
  boxes_left: 3,
  boxes_most: 5,
  least: 8,
  most: 128,
  own_words: [],
  kept_days: 30,
  control: { status: 'on', text: '', possible_from: null },
  version: '1.2026-11-20',
  ...own,
});
const ID = { params: { id: '7' } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveHome(
    homeWorld({ users: [user({ user_id: 7, user_type: 'mail', name: ADDRESS, login: ADDRESS, address: ADDRESS })] }),
  );
  answers(contract.emailUser.get, ID, box());
  answers(contract.emailUser.list, {}, [box()]);
  answers(contract.emailUser.terms, {}, terms());
  answers(contract.user.passwordPolicy, ID, {
    least: 8,
    most: 128,
    own_words: [],
    changed_at: null,
    tries_left: 5,
    control: { status: 'on', text: '', possible_from: null },
  });
});
afterEach(() => void vi.useRealTimers());

const show = () => renderAt('/mail/7', <MailPage />, '/mail/:user_id');
const bodyOf = (path: string) => requests().find((sent) => sent.path.endsWith(path))?.body;

it('warns of a mailbox that is nearly full, and tells the settings of mail programs', async () => {
  show();
  expect(await screen.findByRole('meter', { name: /^Занято 2,7 из 3\sГБ$/ })).toHaveAttribute('aria-valuenow', '90');
  expect(screen.getByText(/^Занято 90\s%$/)).toBeVisible();
  expect(screen.getByText(/imap\.volga\.example/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Профиль для iPhone/ })).toHaveAttribute('href', box().profile);
});

it('deletes only after a question that names the last day', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить maria' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Удалить ${ADDRESS}?` }));
  expect(dialog.getByText(/до\s20\sдекабря вместе с\sписьмами/)).toBeVisible();
  expect(requests().some(({ method }) => method === 'DELETE')).toBe(false);
});

it('keeps the place of the keyboard when a name has been removed', async () => {
  answers(contract.emailUser.get, ID, box({ aliases: ['dacha@volga.example', 'masha@volga.example'] }));
  show();
  const remove = async (name: string, rest: string[]): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Убрать.*${name}$`) }));
    answers(contract.emailUser.removeAlias, {}, { removed: true });
    answers(contract.emailUser.get, ID, box({ aliases: rest }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Убрать имя' }));
  };
  await remove('dacha@volga.example', ['masha@volga.example']);
  await waitFor(() => expect(screen.getByRole('button', { name: /^Убрать.*masha/ })).toHaveFocus());
  await remove('masha@volga.example', []);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Другие имена' })).toHaveFocus());
});

it('shows when a deleted mailbox can be restored, and restores it', async () => {
  const deleted = box({ user_id: 8, address: 'dacha@volga.example', state: 'closed', kept_until: '2026-12-06' });
  answers(contract.emailUser.list, {}, [box(), deleted]);
  answers(contract.emailUser.restore, {}, { ...told(), user_id: 8, address: deleted.address });
  show();
  const card = within(await screen.findByRole('region', { name: 'Можно вернуть' }));
  expect(card.getByText(/^16\sдней$/)).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Вернуть ящик' }));
  expect(bodyOf('/email-user/restore')).toEqual({ user_id: 8 });
});

it('keeps the typed address for copies while it asks who is there', async () => {
  answers(
    contract.security.get,
    {},
    {
      password: { changed_at: '2026-03-03T10:05:00.000Z', least: 8, most: 128 },
      second_step: { enabled_at: null, backup_codes_left: 0 },
      passkeys: [],
    },
  );
  let isConfirmed = false;
  at('POST', '/api/v2/email-user/forward', () => {
    const { status, text: message } = problems.confirmation_required;
    return isConfirmed
      ? json({ expires_at: '2026-11-20T10:15:00Z', again_at: '2026-11-20T10:06:00Z' })
      : json({ code: 'confirmation_required', message }, status);
  });
  at('POST', '/api/v2/auth/confirm', () => {
    isConfirmed = true;
    return json({ confirmed_until: '2026-11-20T10:10:00Z' });
  });
  renderAt(
    '/mail/7',
    <>
      <MailPage />
      <ConfirmDialog />
    </>,
    '/mail/:user_id',
  );
  await userEvent.click(await screen.findByRole('switch', { name: 'Пересылка' }));
  const address = await screen.findByRole('textbox', { name: 'Адрес' });
  await userEvent.type(address, 'sestra@mail.example{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Отмена' }));
  expect(address).toHaveValue('sestra@mail.example');
  expect(address).toHaveAccessibleDescription(problems.confirmation_required.text);
  await userEvent.type(address, '{Enter}');
  await userEvent.type(await screen.findByLabelText('Пароль от кабинета'), 'right{Enter}');
  await waitFor(() => expect(isConfirmed).toBe(true));
  const asked = () => requests().filter(({ path }) => path.endsWith('/forward'));
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked()[2]?.body).toEqual({ user_id: 7, target: 'sestra@mail.example' });
  expect(screen.getByRole('dialog', { name: 'Куда отправлять копии?' })).toBeVisible();
});

it('asks for the code of an address that waits for it', async () => {
  answers(
    contract.emailUser.get,
    ID,
    box({
      forward_asked: {
        target: 'sestra@mail.example',
        expires_at: '2026-11-20T10:15:00Z',
        again_at: '2026-11-20T10:06:00Z',
        tries_left: 5,
      },
    }),
  );
  answers(contract.emailUser.activateForward, {}, { target: 'sestra@mail.example' });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Ввести код' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox'), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Включить пересылку' }));
  expect(bodyOf('/activate-forward')).toEqual({ user_id: 7, code: '123456' });
});

it('says what is wrong with a name while it is typed, and sends no weak password', async () => {
  renderAt('/mail/create', <CreateMailboxPage />);
  const name = await screen.findByRole('textbox', { name: 'Имя' });
  await userEvent.type(name, 'рыба');
  expect(screen.getByText('Пишите латиницей: русские буквы в адресе принимают не все')).toBeVisible();
  await userEvent.clear(name);
  await userEvent.type(name, 'rybalka');
  await userEvent.type(screen.getByLabelText('Пароль'), 'rybalka1');
  await userEvent.click(screen.getByRole('button', { name: 'Создать ящик' }));
  expect(requests().some(({ method, path }) => method === 'POST' && path.endsWith('/email-user'))).toBe(false);
});

it('after a lost reply the price stays, and a repetition creates the same mailbox', async () => {
  answers(contract.emailUser.terms, {}, terms({ price: '50.00' }));
  answers(contract.emailUser.check, {}, { address: 'rybalka@volga.example', answer: 'free', text: '', similar: [] });
  answers(contract.emailUser.preview, {}, told({ charge_now: '50.00' }));
  renderAt('/mail/create', <CreateMailboxPage />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Имя' }), 'rybalka');
  await userEvent.type(screen.getByLabelText('Пароль'), 'Kar9-tonnyi-most');
  await userEvent.click(screen.getByRole('button', { name: 'Создать ящик' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Создать rybalka@volga.example?' }));
  at('POST', '/api/v2/email-user', () => Promise.reject(new TypeError('no network')));
  await userEvent.click(await dialog.findByRole('button', { name: /^Создать ящик за/ }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Не знаем, выполнено ли/);
  await userEvent.click(dialog.getByRole('button', { name: /^Создать ящик за/ }));
  const sent = () => requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/email-user'));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

it('offers no form when no mailbox can be created', async () => {
  const text = 'Сначала оплатите долг: новые услуги подключим после оплаты';
  answers(
    contract.emailUser.terms,
    {},
    terms({ price: null, control: { status: 'locked', text, possible_from: null } }),
  );
  const world = homeWorld();
  serveHome({ ...world, internet: { ...world.internet, balance: '-628.50' } });
  renderAt('/mail/create', <CreateMailboxPage />);
  expect((await screen.findByText(/^Сначала оплатите долг/)).textContent.replaceAll('\u00a0', ' ')).toBe(`${text}.`);
  expect(await screen.findByRole('link', { name: /Пополнить счёт|Заплатить/ })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('says why the switches of a mailbox that does not work are locked', async () => {
  answers(contract.emailUser.get, ID, box({ state: 'blocked', reason: 'debt' }));
  show();
  expect(await screen.findByText(/копии и\sответы не\sуходят/)).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Пересылка' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(/Добавить и\sубрать имя можно, когда ящик работает/)).toBeVisible();
});

it('says until when the space lasts, once', async () => {
  answers(contract.emailUser.get, ID, box({ full_on: '2026-12-04' }));
  show();
  expect(await screen.findAllByText(/хватит до\s4\sдекабря/)).toHaveLength(1);
});

it('puts the way back first on the page of a deleted mailbox, once', async () => {
  const deleted = box({ state: 'closed', kept_until: '2026-12-06' });
  answers(contract.emailUser.get, ID, deleted);
  answers(contract.emailUser.list, {}, [deleted]);
  show();
  expect(await screen.findAllByRole('button', { name: 'Вернуть ящик' })).toHaveLength(1);
  const [first] = screen.getAllByRole('region');
  expect(first).toHaveAccessibleName('Можно вернуть');
});

it('tells mailboxes of one domain apart by their names', async () => {
  const other = { user_id: 9, user_type: 'mail', name: 'olga@volga.example', login: 'olga@volga.example' } as const;
  const own = { user_id: 7, user_type: 'mail', name: ADDRESS, login: ADDRESS, address: ADDRESS } as const;
  serveHome(homeWorld({ users: [user(own), user(other)] }));
  show();
  const tabs = within(await screen.findByRole('navigation', { name: 'Почта' }));
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['maria', 'olga']);
});

it('a member with full access starts no copies to a new address', async () => {
  const { cache } = show();
  cache.setQueryData(cacheKey(contract.internetContract.get), { role: 'full' });
  expect(await screen.findByText(/может только владелец договора/)).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Пересылка' })).toHaveAttribute('aria-disabled', 'true');
});
