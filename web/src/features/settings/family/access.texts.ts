import { ROLE_OF } from '@kabinet/contract/kernel/sharing';
import type { contract, Wire } from '#web/api/contract.ts';
import { capital, dayOf, dayText, momentText, phone } from '#web/lib/text/format.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';

export type ContractAccess = Wire<typeof contract.security.access>['items'][number];

interface AccessWords {
  icon: IconName;
  title: string;
  /** What it opens, or what it is told. */
  opens: string;
}

const HEARS = {
  owner: 'Входит в кабинет, получает коды и\u00a0все уведомления',
  payer: 'Получает уведомления о\u00a0деньгах',
  technical: 'Получает уведомления об\u00a0услугах и\u00a0заявках',
} as const;
type Heard = keyof typeof HEARS;

const roleText = (role: ContractAccess['role']): string =>
  role === 'payer' || role === 'technician' || role === 'full' ? capital(ROLE_OF[role]) : '';

const SAID: Record<ContractAccess['item']['kind'], (one: ContractAccess) => AccessWords> = {
  passkey: ({ name }) => ({ icon: 'key', title: `Ключ входа «${name}»`, opens: 'Входит в кабинет без пароля' }),
  share: ({ name, role }) => ({ icon: 'house', title: name, opens: `${roleText(role)} к договору` }),
  invitation: ({ role }) => ({
    icon: 'send',
    title: 'Приглашение в договор',
    opens: `${roleText(role)} тому, кто введёт код`,
  }),
  personal_key: ({ name, is_calendar: isCalendar }) =>
    isCalendar
      ? { icon: 'calendar', title: `Адрес календаря «${name}»`, opens: 'Показывает дни и суммы списаний, и только' }
      : { icon: 'key', title: `Ключ для программ «${name}»`, opens: 'Читает договор, менять ничего не может' },
  further_contact: ({ name, role }) => ({ ...contact(name), opens: HEARS[isHeard(role) ? role : 'owner'] }),
  phone: ({ name }) => ({ ...contact(name), opens: HEARS.owner }),
  email: ({ name }) => ({ ...contact(name), opens: HEARS.owner }),
  telegram: ({ name }) => ({ icon: 'send', title: `Telegram: ${name}`, opens: 'Получает уведомления' }),
  max: ({ name }) => ({ icon: 'send', title: `MAX: ${name}`, opens: 'Получает уведомления' }),
};

const contact = (name: string) =>
  name.includes('@') ? ({ icon: 'mail', title: name } as const) : ({ icon: 'smartphone', title: phone(name) } as const);

/** One access in words. */
export const saidOf = (one: ContractAccess): AccessWords => SAID[one.item.kind](one);

const isHeard = (role: ContractAccess['role']): role is Heard => role !== null && role in HEARS;

/** «С 20 ноября, последний раз 21 ноября в 10:05». */
export function accessUseText({ added_at: added, used_at: used }: ContractAccess, now: string): string {
  const since = added === null ? 'С самого начала' : `С ${dayText(dayOf(added), now)}`;
  return used === null ? since : `${since}, последний раз ${momentText(used, now)}`;
}

export const keyOf = ({ item }: ContractAccess): string => Object.values(item).join(' ');
