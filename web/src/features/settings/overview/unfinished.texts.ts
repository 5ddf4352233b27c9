import { phone } from '#web/lib/text/format.ts';
import { canSendCode } from '#web/shared/contact/code-ways.ts';
import { EMAIL, PHONE } from '#web/shared/contact/contact-kinds.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';
import type { SettingsKnown } from './answer.ts';
import { hasNoBackup, strangeSession } from './entry.texts.ts';
import { nameOfFurther, sentText, waitsText } from './notices.texts.ts';

/** Something in the settings that waits for the subscriber. */
export interface Unfinished {
  /** The heading of the page. */
  title: string;
  icon: IconName;
  name: string;
  text: string;
  button: string;
  to: string;
}

type Find = (known: SettingsKnown) => Unfinished | undefined;

const strange: Find = (known) => {
  const id = strangeSession(known);
  const session = known.sessions?.find(({ session_id }) => session_id === id);
  return (
    session && {
      title: 'Новый вход: это вы?',
      icon: 'circle-alert',
      name: `${session.browser}, сеть ${session.network}`,
      text: 'Если это не вы, закроем этот вход и сменим пароль.',
      button: 'Проверить вход',
      to: `/settings/security?strange=${session.session_id}`,
    }
  );
};

const CODE = { button: 'Ввести код', to: '/settings/mobile' } as const;

const firstPhone: Find = ({ mobile }) =>
  mobile?.waiting
    ? {
        ...{ title: 'Телефон ждёт код', icon: PHONE.icon, name: phone(mobile.waiting.phone_number), ...CODE },
        text: `${sentText(mobile.waiting)} Без него сюда ничего не придёт.`,
      }
    : undefined;

const firstEmail: Find = ({ email }) =>
  email?.waiting
    ? {
        ...{ title: 'Почта ждёт код', icon: EMAIL.icon, name: email.waiting.email, ...CODE },
        text: `${sentText(email.waiting)} Без него сюда ничего не придёт.`,
      }
    : undefined;

/** «+7 927 000-02-90, Сергей» */
const furtherName = (kind: 'phone' | 'email', address: string, name: string): string =>
  [kind === 'phone' ? phone(address) : address, name].filter((part) => part !== '').join(', ');

const furtherContact: Find = ({ contacts }) => {
  const all = contacts?.contacts ?? [];
  const one = all.find(({ waiting }) => waiting);
  if (!one?.waiting) return undefined;
  const { kind, address, name, waiting } = one;
  return {
    title: waitsText(nameOfFurther(one, all)),
    icon: (kind === 'phone' ? PHONE : EMAIL).icon,
    name: furtherName(kind, address, name),
    text: `${sentText(waiting)} Без него сюда ничего не придёт.`,
    ...CODE,
  };
};

/** Its code is too old, and a new one would come. */
const lateContact: Find = ({ contacts }) => {
  const all = contacts?.contacts ?? [];
  const one = all.find(({ is_active: isActive, waiting, kind }) => !isActive && !waiting && canSendCode(kind));
  return (
    one && {
      title: `${nameOfFurther(one, all)}: код устарел`,
      icon: (one.kind === 'phone' ? PHONE : EMAIL).icon,
      name: furtherName(one.kind, one.address, one.name),
      text: 'Пришлите новый код или удалите контакт: без кода сюда ничего не придёт.',
      button: 'Прислать новый код',
      to: '/settings/mobile',
    }
  );
};

const CHATS = { max: 'MAX', telegram: 'Telegram' } as const;

const chat: Find = (known) => {
  for (const name of ['max', 'telegram'] as const) {
    const { state, chat_name: chatName } = known[name] ?? {};
    const [title, to] = [CHATS[name], `/settings/${name}`];
    if (state === 'started') {
      return {
        ...{ title: `${title}: это ваш чат?`, icon: 'send', name: chatName ?? `Чат в ${title}`, to },
        text: 'Бота запустили. Подтвердите, что чат ваш: до этого туда ничего не придёт.',
        button: 'Проверить чат',
      };
    }
    if (state === 'code_sent') {
      return {
        ...{ title: `${title} ждёт «Старт»`, icon: 'send', name: `Чат в ${title}`, to },
        text: 'Осталось открыть бота и нажать «Старт».',
        button: 'Открыть бота',
      };
    }
  }
  return undefined;
};

const FIRST = {
  phone: { title: 'Добавьте телефон', name: 'Телефона и почты пока нет', button: 'Добавить телефон' },
  email: { title: 'Добавьте почту', name: 'Почты пока нет', button: 'Добавить почту' },
} as const;

/** Neither a phone nor an e-mail, and a code would come. */
const noContact: Find = ({ mobile, email }) => {
  const kind = [PHONE, EMAIL].find(({ way }) => canSendCode(way));
  const isEmpty = mobile?.is_active === false && email?.is_active === false;
  if (!kind || !isEmpty) return undefined;
  return {
    ...FIRST[kind.way],
    icon: kind.icon,
    text: 'Без них не восстановить пароль и\u00a0не узнать о списании вовремя.',
    to: '/settings/mobile',
  };
};

const noBackup: Find = ({ ways }) =>
  ways && hasNoBackup(ways)
    ? {
        ...{ title: 'Запасных кодов не осталось', icon: 'key', name: 'Второй шаг включён' },
        text: 'Потеряете телефон — без запасного кода не войти.',
        ...{ button: 'Сделать новые коды', to: '/settings/security' },
      }
    : undefined;

const consent: Find = ({ consents }) => {
  const asked = consents?.consents.filter(({ is_asked: isAsked }) => isAsked) ?? [];
  const [first] = asked;
  return (
    first && {
      title: asked.length === 1 ? 'Новая редакция согласия' : 'Новые редакции согласий',
      icon: 'circle-check',
      name: asked.map(({ title }) => `«${title}»`).join(', '),
      text: 'Прочитайте и решите. Услуги работают как прежде.',
      button: 'Прочитать и решить',
      to: '/settings/consents',
    }
  );
};

/** In the order of what cannot wait. */
const ALL: readonly Find[] = [
  strange,
  firstPhone,
  firstEmail,
  furtherContact,
  chat,
  noContact,
  noBackup,
  lateContact,
  consent,
];

/** What is not finished, the most urgent first. */
export const unfinished = (known: SettingsKnown): Unfinished[] =>
  ALL.map((find) => find(known)).filter((one) => one !== undefined);
