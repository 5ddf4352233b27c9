import { counted, dayOf, phone, timeText } from '#web/lib/text/format.ts';
import { canSendAnyCode, canSendCode, type CodeWay } from '#web/shared/contact/code-ways.ts';
import { listed, type PartAnswer, type Doubt, type SettingsKnown } from './answer.ts';

type Settings = NonNullable<SettingsKnown['settings']>;
type Channel = Settings['channels'][number];
type Kind = Settings['kinds'][number];
type Further = NonNullable<SettingsKnown['contacts']>['contacts'][number];
type Chat = NonNullable<SettingsKnown['max']>;

const TO: Readonly<Record<Channel['channel'], string>> = {
  sms: 'по СМС',
  mail: 'на почту',
  telegram: 'в Telegram',
  max: 'в MAX',
  push: 'в браузер',
};

const comesBy =
  (kind: Kind) =>
  ({ channel, to, needs_package: needsPackage }: Channel): boolean =>
    to !== null && !needsPackage && kind.channels.includes(channel);

/** Channels by which something comes that the client chooses: «на почту и в MAX». */
const placesOf = (channels: readonly Channel[], kinds: readonly Kind[]): string =>
  listed(
    channels
      .filter((channel) => kinds.some((kind) => !kind.is_fixed && comesBy(kind)(channel)))
      .map(({ channel }) => TO[channel]),
  );

const hour = (at: number): string => `${String(at).padStart(2, '0')}:00`;

/** «Ночью молчим: с 22:00 до 08:00» */
function quietText({ is_on: isOn, from, until }: Settings['quiet']): string {
  if (!isOn) return 'Тихих часов нет: пишем и ночью';
  const hours = `с ${hour(from)} до ${hour(until)}`;
  return from > until ? `Ночью молчим: ${hours}` : `Молчим ${hours}`;
}

const ALWAYS = 'О входе и паролях пишем сразу, даже в тихие часы.';

/** When the client is warned of a charge; the server says it: «за 3 дня до списания, долг …». */
export const warningText = (kinds: readonly Kind[]): string | undefined =>
  /^за [^,]+/.exec(kinds.find(({ kind }) => kind === 'debt')?.text ?? '')?.[0].replace(/(?<=\d) /, '\u00a0');

/** Where the notices that the client chooses come, and when he is warned, if the warning comes there, too. */
function comingOf({ channels, kinds }: Settings): { places: string; when: string | undefined } {
  const debt = kinds.filter(({ kind }) => kind === 'debt');
  const places = placesOf(channels, kinds);
  return { places, when: placesOf(channels, debt) === places ? warningText(debt) : undefined };
}

const ONLY_HERE = 'Пишем только в кабинет';

const onlyHere = ({ channels, quiet }: Settings): PartAnswer => ({
  say: ONLY_HERE,
  note: quietText(quiet),
  lead: `Больше уведомления никуда не приходят. ${ALWAYS}`,
  // Without a contact nothing could come: the row of contacts says that.
  doubts: channels.some(({ to }) => to !== null)
    ? [{ text: 'Остальное выключено', title: ONLY_HERE, icon: 'bell' }]
    : [],
});

/** How we warn, and where. */
export function noticesAnswer({ settings }: SettingsKnown): PartAnswer | undefined {
  if (!settings) return undefined;
  const { places, when } = comingOf(settings);
  if (places === '') return onlyHere(settings);
  const note = quietText(settings.quiet);
  if (when === undefined) return { say: `Пишем ${places}`, note, lead: ALWAYS };
  return {
    say: `Предупредим ${when}, ${places}`,
    title: `Предупредим ${when}`,
    note,
    lead: `Пишем ${places}. ${ALWAYS}`,
  };
}

const NAMES = {
  phone: { one: 'номер', first: 'Номер', second: 'Второй номер', fresh: 'Новый номер', none: 'Телефона нет' },
  email: { one: 'почта', first: 'Почта', second: 'Вторая почта', fresh: 'Новая почта', none: 'Почты нет' },
} as const;

/** «Второй номер» */
export function nameOfFurther({ kind, contact_id: id }: Further, all: readonly Further[]): string {
  const isOnly = all.every((other) => other.kind !== kind || other.contact_id === id);
  return isOnly ? NAMES[kind].second : NAMES[kind].fresh;
}

/** «Второй номер ждёт код» */
export const waitsText = (name: string): string => `${name} ждёт код`;

const further = ({ contacts }: SettingsKnown): readonly Further[] => contacts?.contacts ?? [];

function contactDoubts(known: SettingsKnown): Doubt[] {
  const { mobile, email } = known;
  const all = further(known);
  const late = all.filter(({ is_active: isActive, waiting }) => !isActive && !waiting);
  return [
    ...(mobile?.waiting ? [NAMES.phone.first] : []),
    ...(email?.waiting ? [NAMES.email.first] : []),
    ...all.filter(({ waiting }) => waiting).map((one) => nameOfFurther(one, all)),
  ]
    .map((name): Doubt => ({ text: waitsText(name), icon: 'clock' }))
    .concat(late.map((one) => ({ text: `${nameOfFurther(one, all)}: код устарел`, icon: 'circle-alert' })));
}

const CHATS = { max: 'MAX', telegram: 'Telegram' } as const;

function chatDoubts(known: SettingsKnown): Doubt[] {
  return (['max', 'telegram'] as const).flatMap((name): Doubt[] => {
    const state = known[name]?.state;
    if (state === 'started') return [{ text: `${CHATS[name]}: подтвердите чат`, icon: 'send' }];
    return state === 'code_sent' ? [{ text: `${CHATS[name]} ждёт «Старт»`, icon: 'clock' }] : [];
  });
}

const linked = ({ is_active: isActive }: Pick<Chat, 'is_active'> = { is_active: false }): boolean => isActive;

/** «Ещё: Сергей, MAX» */
function extrasText(known: SettingsKnown): string | undefined {
  const active = further(known).filter(({ is_active: isActive }) => isActive);
  const named = active.map(({ name }) => name).filter((name) => name !== '');
  const unnamed = active.length - named.length;
  const extras = [
    ...named,
    ...(unnamed > 0 ? [counted(unnamed, 'контакт', 'контакта', 'контактов')] : []),
    ...(['max', 'telegram'] as const).filter((name) => linked(known[name])).map((name) => CHATS[name]),
  ];
  return extras.length > 0 ? `Ещё: ${extras.join(', ')}` : undefined;
}

/** Joined by what is not seen, because a line may break after each hyphen of a number. */
const oneLine = (number: string): string => number.replaceAll('-', '-\u2060');

/** The first phone and e-mail that are confirmed. */
const confirmedOf = ({ mobile, email }: SettingsKnown) => ({
  phone: mobile?.is_active && mobile.phone_number !== null ? oneLine(phone(mobile.phone_number)) : undefined,
  email: email?.is_active && email.email !== null ? email.email : undefined,
});

const isReached = (way: CodeWay): boolean => canSendCode(way);

function contactsSay({ phone: number, email }: ReturnType<typeof confirmedOf>): string {
  const isWritten = (number === undefined || isReached('phone')) && (email === undefined || isReached('email'));
  const both = [number, email].every((one) => one !== undefined);
  const to = [number, both ? 'почту' : email].filter((one) => one !== undefined);
  if (to.length === 0) return 'Телефона и почты нет';
  // Without a gateway of text messages, or a mail server, contacts are only for the sign-in.
  if (isWritten) return `Пишем на ${to.join(' и на ')}`;
  return both ? `Телефон ${number} и почта` : `Для входа: ${to.join('')}`;
}

function missingOf({ phone: number, email }: ReturnType<typeof confirmedOf>): string | undefined {
  if (number === undefined && email === undefined) return undefined;
  if (number === undefined) return NAMES.phone.none;
  return email === undefined ? NAMES.email.none : undefined;
}

function contactsTitle(confirmed: ReturnType<typeof confirmedOf>): string {
  const { phone: number, email } = confirmed;
  if (number !== undefined && email !== undefined) return 'Телефон и почта подтверждены';
  if (number === undefined && email === undefined) return 'Телефона и почты пока нет';
  return number === undefined ? 'Подтверждена только почта' : 'Подтверждён только телефон';
}

/** To which phone and e-mail we write. */
export function contactsAnswer(known: SettingsKnown): PartAnswer | undefined {
  if (!known.mobile || !known.email) return undefined;
  const confirmed = confirmedOf(known);
  const doubts = [...contactDoubts(known), ...chatDoubts(known)];
  const isEmpty = confirmed.phone === undefined && confirmed.email === undefined;
  const notes = [missingOf(confirmed), extrasText(known)].filter((one) => one !== undefined);
  return {
    say: contactsSay(confirmed),
    title: contactsTitle(confirmed),
    note: notes.length > 0 ? notes.join('. ') : undefined,
    doubts:
      isEmpty && doubts.length === 0 && canSendAnyCode()
        ? [{ text: 'Добавьте контакт', icon: 'circle-alert' }]
        : doubts,
  };
}

/** «Код отправили в 14:03, действует до 14:13.» */
export const sentText = (sent: { sent_at: string; expires_at: string }): string =>
  dayOf(sent.sent_at) === dayOf(sent.expires_at)
    ? `Код отправили в ${timeText(sent.sent_at)}, действует до ${timeText(sent.expires_at)}.`
    : `Код действует до ${timeText(sent.expires_at)}.`;
