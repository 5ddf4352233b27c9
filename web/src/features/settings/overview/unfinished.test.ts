import { expect, it, onTestFinished } from 'vitest';
import { setProvider } from '#web/lib/page/provider.ts';
import {
  chat,
  consentTo,
  contactsOf,
  furtherContact,
  settingsWorld,
  waitingCode,
} from '../../../../test/settings-world.ts';
import { unfinished } from './unfinished.texts.ts';

const NOTHING = { is_active: false, has_code: false, waiting: null };
const noPhone = { ...NOTHING, phone_number: null };
const noEmail = { ...NOTHING, email: null };
const titles = (own: Parameters<typeof settingsWorld>[0]) => unfinished(settingsWorld(own)).map(({ title }) => title);

it('nothing waits where all is set, also if there is only a phone', () => {
  expect(titles({})).toEqual([]);
  expect(titles({ email: noEmail })).toEqual([]);
  expect(unfinished({})).toEqual([]);
});

it('a code says when it came and how long it lives', () => {
  const mobile = { ...noPhone, phone_number: '79270000184', waiting: { phone_number: '79270000184', ...waitingCode } };
  const [first] = unfinished(settingsWorld({ mobile }));
  expect(first).toMatchObject({ title: 'Телефон ждёт код', button: 'Ввести код', to: '/settings/mobile' });
  expect(first?.text).toBe('Код отправили в 10:03, действует до 10:13. Без него сюда ничего не придёт.');
});

it('whose number waits is said by its name', () => {
  const [first] = unfinished(
    settingsWorld({ contacts: contactsOf(furtherContact({ is_active: false, waiting: waitingCode })) }),
  );
  expect(first?.name.replace(/\u00a0/g, ' ')).toBe('+7 927 000-02-90, Сергей');
});

it.each([
  ['started', 'MAX: это ваш чат?', 'Проверить чат'],
  ['code_sent', 'MAX ждёт «Старт»', 'Открыть бота'],
] as const)('a chat that is %s leads to its page', (state, title, button) => {
  expect(unfinished(settingsWorld({ max: chat(state) }))).toMatchObject([{ title, button, to: '/settings/max' }]);
});

it('a contact is asked for only where a code would come, a phone first', () => {
  const none = { mobile: noPhone, email: noEmail };
  expect(titles(none)).toEqual(['Добавьте телефон']);
  onTestFinished(() => setProvider({ codes: { phone: true, email: true } }));
  setProvider({ codes: { phone: false, email: true } });
  expect(titles(none)).toEqual(['Добавьте почту']);
  setProvider({ codes: { phone: false, email: false } });
  expect(titles(none)).toEqual([]);
});

it('a contact whose code is too old is not promised a new one that would not come', () => {
  const contacts = contactsOf(furtherContact({ is_active: false }));
  expect(titles({ contacts })).toEqual(['Второй номер: код устарел']);
  onTestFinished(() => setProvider({ codes: { phone: true, email: true } }));
  setProvider({ codes: { phone: false, email: true } });
  expect(titles({ contacts })).toEqual([]);
});

it('spent backup codes and new versions of consents wait, too', () => {
  const { ways } = settingsWorld();
  const spent = { ...ways, second_step: { enabled_at: '2026-11-01T00:00:00.000Z', backup_codes_left: 0 } };
  const consents = {
    consents: [consentTo({ is_asked: true }), consentTo({ title: 'Иное', is_asked: true })],
    requests: [],
    terms: [],
  };
  expect(titles({ ways: spent, consents })).toEqual(['Запасных кодов не осталось', 'Новые редакции согласий']);
});
