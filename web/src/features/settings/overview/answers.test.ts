import { expect, it, onTestFinished } from 'vitest';
import { setProvider } from '#web/lib/page/provider.ts';
import {
  chat,
  consentTo,
  contactsOf,
  furtherContact,
  session,
  settingsWorld,
  strangeMessage,
  TODAY,
  waitingCode,
  type SettingsWorld,
} from '../../../../test/settings-world.ts';
import { changesOf } from './changes.texts.ts';
import { consentsAnswer, dataAnswer, viewAnswer } from './data.texts.ts';
import { entryAnswer, familyPartAnswer } from './entry.texts.ts';
import { contactsAnswer, noticesAnswer } from './notices.texts.ts';

const plain = (text: string | undefined): string | undefined => text?.replace(/\u00a0/g, ' ').replaceAll('\u2060', '');
const { settings } = settingsWorld();
const withSettings = (own: Partial<SettingsWorld['settings']>) => ({ settings: { ...settings, ...own } });
const doubtsOf = (answer: ReturnType<typeof contactsAnswer>) => answer?.doubts?.map(({ text }) => text);
const WAY = { kind: 'phone', address: '79270000290' } as const;

function codes(phone: boolean, email: boolean): void {
  setProvider({ codes: { phone, email } });
  onTestFinished(() => setProvider({ codes: { phone: true, email: true } }));
}

it('notices: when and where we warn; a channel that is not linked, or not paid, is not named', () => {
  const answer = noticesAnswer(settingsWorld());
  expect(answer).toMatchObject({
    say: 'Предупредим за 3\u00a0дня до списания, на почту',
    title: 'Предупредим за 3\u00a0дня до списания',
    note: 'Ночью молчим: с 22:00 до 08:00',
  });
  const paid = settings.channels.map((one) => ({ ...one, needs_package: false }));
  const [debt, payment] = settings.kinds;
  const both = [{ ...debt!, channels: ['sms' as const, 'mail' as const] }, payment!];
  expect(noticesAnswer(withSettings({ channels: paid, kinds: both }))?.say).toBe(
    'Предупредим за 3\u00a0дня до списания, по СМС и на почту',
  );
});

it('notices: no warning is promised where only other kinds come', () => {
  const [debt, payment] = settings.kinds;
  const quiet = { is_on: false, from: 22, until: 8 };
  expect(noticesAnswer(withSettings({ kinds: [{ ...debt!, channels: [] }, payment!], quiet }))).toMatchObject({
    say: 'Пишем на почту',
    note: 'Тихих часов нет: пишем и ночью',
  });
  expect(noticesAnswer(withSettings({ quiet: { is_on: true, from: 13, until: 15 } }))?.note).toBe(
    'Молчим с 13:00 до 15:00',
  );
});

it('notices: only the cabinet is a doubt, if something else could come', () => {
  const off = settings.kinds.map((one) => ({ ...one, channels: [] }));
  expect(noticesAnswer(withSettings({ kinds: off }))).toMatchObject({ say: 'Пишем только в кабинет' });
  expect(doubtsOf(noticesAnswer(withSettings({ kinds: off })))).toEqual(['Остальное выключено']);
  const unlinked = settings.channels.map((one) => ({ ...one, to: null }));
  expect(doubtsOf(noticesAnswer(withSettings({ channels: unlinked })))).toEqual([]);
});

it('contacts: where we write, what is missing, and who else', () => {
  expect(plain(contactsAnswer(settingsWorld())?.say)).toBe('Пишем на +7 927 000-01-84 и на почту');
  const email = { email: null, is_active: false, has_code: false, waiting: null };
  const known = settingsWorld({ email, contacts: contactsOf(furtherContact()), max: chat('active') });
  expect(plain(contactsAnswer(known)?.say)).toBe('Пишем на +7 927 000-01-84');
  expect(contactsAnswer(known)).toMatchObject({
    title: 'Подтверждён только телефон',
    note: 'Почты нет. Ещё: Сергей, MAX',
  });
});

it('contacts: nothing is promised to be written where nothing is sent', () => {
  codes(false, false);
  expect(plain(contactsAnswer(settingsWorld())?.say)).toBe('Телефон +7 927 000-01-84 и почта');
  const none = settingsWorld({
    mobile: { phone_number: null, is_active: false, has_code: false, waiting: null },
    email: { email: null, is_active: false, has_code: false, waiting: null },
  });
  expect(contactsAnswer(none)).toMatchObject({ say: 'Телефона и почты нет', doubts: [] });
  codes(true, true);
  expect(doubtsOf(contactsAnswer(none))).toEqual(['Добавьте контакт']);
});

it('contacts: what waits for a code, is too late, or waits in a chat', () => {
  const late = furtherContact({ contact_id: 8, kind: 'email', address: 'a@mail.example', is_active: false });
  const waits = furtherContact({ is_active: false, waiting: waitingCode });
  const known = settingsWorld({ contacts: contactsOf(waits, late), max: chat('started'), telegram: chat('code_sent') });
  expect(doubtsOf(contactsAnswer(known))).toEqual([
    'Второй номер ждёт код',
    'Вторая почта: код устарел',
    'MAX: подтвердите чат',
    'Telegram ждёт «Старт»',
  ]);
  const two = settingsWorld({ contacts: contactsOf(waits, furtherContact({ contact_id: 9 })) });
  expect(doubtsOf(contactsAnswer(two))).toEqual(['Новый номер ждёт код']);
});

it.each([
  ['password only', {}, 'Вход только по паролю'],
  [
    'with a second step',
    { second_step: { enabled_at: '2026-11-01T00:00:00.000Z', backup_codes_left: 8 } },
    'Вход: пароль и код из приложения',
  ],
  ['keys only', { password: { changed_at: null, least: 8, most: 128 } }, 'Вход только ключами, без пароля'],
])('sign-in: %s', (_, own, say) => {
  const { ways } = settingsWorld();
  expect(entryAnswer(settingsWorld({ ways: { ...ways, ...own } }))?.say).toBe(say);
});

it('sign-in: a new device and spent backup codes are doubts; this device is none', () => {
  const other = session({ session_id: 'there', is_current: false });
  const { ways } = settingsWorld();
  const spent = { ...ways, second_step: { enabled_at: '2026-11-01T00:00:00.000Z', backup_codes_left: 0 } };
  const messages = [strangeMessage('session:here'), strangeMessage('session:there')];
  const known = settingsWorld({ ways: spent, messages, sessions: [session(), other] });
  expect(plain(entryAnswer(known)?.note)).toBe('Открыт на 2 устройствах');
  expect(doubtsOf(entryAnswer(known))).toEqual(['Новый вход: это вы?', 'Запасных кодов нет']);
  expect(doubtsOf(entryAnswer(settingsWorld({ messages: [strangeMessage('session:here')] })))).toEqual([]);
  // The session is over: nothing is left to end.
  expect(doubtsOf(entryAnswer(settingsWorld({ messages: [strangeMessage('session:gone')] })))).toEqual([]);
});

const member = (name: string, role: 'payer' | 'full') => ({
  ...{ share_id: name, contract_id: 100_003, printed_no: null, name, contact: null, role, until_day: null },
  ...{ since: '2026-10-12T14:20:00.000Z', used_at: null, is_in: false },
});

it('access: who else opens the contract, and what he may do', () => {
  expect(familyPartAnswer(settingsWorld())?.say).toBe('Договор видите только вы');
  const two = [member('Валеева Д.', 'payer'), member('Гордеев А.', 'full')];
  const answer = familyPartAnswer(settingsWorld({ family: { members: two, invitations: [] } }));
  expect(plain(answer?.say)).toBe('Войти могут: вы, Валеева Д. (платит) и Гордеев А. (может всё)');
  expect(answer?.title).toBe('Договор открыт ещё двоим');
  const many = [...two, member('В', 'full'), member('Г', 'full'), member('Д', 'full')];
  expect(plain(familyPartAnswer(settingsWorld({ family: { members: many, invitations: [] } }))?.say)).toBe(
    'Войти могут: вы и ещё 5 человек',
  );
});

it.each([
  [1, 'Вам открыт ещё 1 договор'],
  [2, 'Вам открыты ещё 2 договора'],
  [5, 'Вам открыто ещё 5 договоров'],
])('access: %i contracts of others', (count, note) => {
  const open = {
    share_id: 's',
    role: 'payer' as const,
    until_day: null,
    address: '',
    is_current: false,
    is_in_debt: null,
  };
  const contracts = Array.from({ length: count }, () => ({
    ...open,
    contract_id: 100_002,
    printed_no: null,
    name: '',
  }));
  expect(plain(familyPartAnswer(settingsWorld({ contracts }))?.note)).toBe(note);
});

it('access: an invitation without an answer is a doubt', () => {
  const one = {
    ...{ invitation_id: 'i', role: 'payer' as const, until_day: null, created_at: '', expires_at: '' },
    ...{ contact: null, label: null, sent_at: null },
  };
  const family = { members: [], invitations: [one] };
  expect(doubtsOf(familyPartAnswer(settingsWorld({ family })))).toEqual(['Приглашение ждёт ответа']);
});

it('access: in the contract of another one, what one may do there', () => {
  const open = {
    share_id: 's',
    role: 'payer' as const,
    until_day: null,
    address: '',
    is_current: true,
    is_in_debt: null,
  };
  const contracts = [{ ...open, contract_id: 100_001, printed_no: null, name: 'Кузнецова М.' }];
  expect(familyPartAnswer({ contracts }, 'payer')).toEqual({
    say: 'У вас доступ плательщика',
    note: 'Договор 100001: Кузнецова М.',
  });
});

it('consents: how many are given, whether news come, and that a new version waits', () => {
  const list = [consentTo(), consentTo({ name: 'partners', state: 'none', is_asked: true })];
  const consents = { consents: list, requests: [], terms: [] };
  expect(consentsAnswer(settingsWorld({ consents }))).toMatchObject({
    say: 'Дано 1 согласие из 2',
    note: 'Новостей и скидок не шлём',
    doubts: [{ text: 'Новая редакция' }],
  });
  expect(consentsAnswer(settingsWorld({ consents: { ...consents, consents: [] } }))?.say).toBe(
    'Согласий, кроме договора, нет',
  );
});

const read = (day: string) => ({ read_at: `${day}T10:00:00.000Z`, operator: 'Ольга В.', role: 'кассир', what: '' });

it('data: how often the staff looked this month, else when they did', () => {
  expect(dataAnswer(settingsWorld(), TODAY)?.say).toBe('Сотрудники договор не смотрели');
  const reads = [read('2026-11-23'), read('2026-11-02'), read('2026-10-30')];
  expect(dataAnswer(settingsWorld({ reads }), TODAY)?.say).toBe('Сотрудники смотрели договор 2\u00a0раза в ноябре');
  expect(plain(dataAnswer(settingsWorld({ reads: [read('2026-10-30')] }), TODAY)?.say)).toBe(
    'Сотрудники смотрели договор 30 октября',
  );
  expect(dataAnswer(settingsWorld({ reads: [read('2026-03-02')] }), '2026-03-10')?.say).toContain('в марте');
  expect(dataAnswer(settingsWorld({ reads: [read('2026-05-02')] }), '2026-05-10')?.say).toContain('в мае');
});

it('data: an archive that can be fetched is told with its last day', () => {
  const made = {
    archive_id: 'a',
    state: 'ready' as const,
    ordered_at: '',
    bytes: 1,
    kept_until: '2026-11-30T10:00:00.000Z',
  };
  const archive = { archive: made, next_on: null, kept_days: 7 };
  expect(plain(dataAnswer(settingsWorld({ archive }), TODAY)?.note)).toBe('Архив готов, скачайте до 30 ноября');
});

it('view: theme, size and motion in one sentence', () => {
  expect(viewAnswer({ theme: 'auto', size: 'normal', motion: 'auto' }).say).toBe(
    'Тема как на устройстве, обычный текст',
  );
  expect(viewAnswer({ theme: 'dark', size: 'huge', motion: 'less' }).say).toBe(
    'Тёмная тема, очень крупный текст, без движения',
  );
});

it('changes: the latest first; what is there from the beginning is no change', () => {
  const item = { role: null, is_calendar: false, used_at: null, is_new: false, is_proven: false, why_kept: null };
  const access = {
    new_since: '',
    items: [
      { ...item, item: { ...WAY, kind: 'phone' as const }, name: '79270000184', added_at: null },
      { ...item, item: { kind: 'max' as const }, name: '@maria', added_at: '2026-11-25T10:00:00.000Z' },
    ],
  };
  const texts = changesOf(settingsWorld({ access }), 5).map(({ text }) => text);
  expect(texts).toEqual(['Привязали MAX', 'Сменили пароль кабинета']);
  expect(changesOf(settingsWorld({ access }), 1)).toHaveLength(1);
});
