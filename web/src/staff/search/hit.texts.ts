import { phone } from '#web/lib/text/format.ts';
import type { Tone } from '#web/ui/card/state.tsx';
import type { StaffIconName } from '../look/staff-icon.tsx';
import type { FoundContract, FoundGroup } from './use-search.ts';

type Group = FoundGroup['group'];

const GROUPS: Record<Group, { title: string; icon: StaffIconName }> = {
  contract: { title: 'Договор', icon: 'user' },
  account: { title: 'Счёт', icon: 'user' },
  name: { title: 'Имя', icon: 'user' },
  address: { title: 'Адрес', icon: 'building' },
  phone: { title: 'Телефон для связи', icon: 'user' },
  number: { title: 'Телефонный номер', icon: 'user' },
  login: { title: 'Логин', icon: 'user' },
  mailbox: { title: 'Почта', icon: 'user' },
  mac: { title: 'MAC', icon: 'router' },
  ip: { title: 'Адрес в сети', icon: 'router' },
  device: { title: 'Устройство', icon: 'router' },
  order: { title: 'Заявка', icon: 'list' },
  payment: { title: 'Платёж', icon: 'list' },
  document: { title: 'Документ', icon: 'list' },
};

export const groupTitle = ({ group, count, items }: Pick<FoundGroup, 'group' | 'count' | 'items'>): string =>
  count > items.length
    ? `${GROUPS[group].title}: показаны ${items.length} из ${count > 200 ? 'двухсот с лишним' : count}`
    : GROUPS[group].title;

export const groupIcon = (group: Group): StaffIconName => GROUPS[group].icon;

/** What was found beside the name and the address: a phone is told as phones are written. */
export const hitText = (found: string | null): string | undefined => {
  if (found === null) return undefined;
  return /^7\d{10}$/.test(found) ? phone(found) : found;
};

export interface FoundLook {
  readonly tone: Tone;
  readonly word: string;
}

/** The state of a contract in a word. */
export function contractLook({ state, accounts }: Pick<FoundContract, 'state' | 'accounts'>): FoundLook {
  if (state === 'closed') return { tone: 'off', word: 'Расторгнут' };
  if (state === 'suspended') return { tone: 'wait', word: 'На паузе' };
  return accounts.some(({ blocked }) => blocked)
    ? { tone: 'bad', word: 'Закрыт за долг' }
    : { tone: 'ok', word: 'Без долга' };
}
