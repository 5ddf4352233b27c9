import { phone } from '#web/lib/text/format.ts';
import type { SettingsKnown } from './answer.ts';

type Item = NonNullable<SettingsKnown['access']>['items'][number];

/** Something that was set lately. */
export interface Change {
  at: string;
  text: string;
}

const address = ({ name }: Item): string => (name.includes('@') ? name : phone(name));

const ADDED: Readonly<Record<Item['item']['kind'], (one: Item) => string>> = {
  passkey: ({ name }) => `Добавили ключ входа «${name}»`,
  share: ({ name }) => `Открыли договор: ${name}`,
  invitation: () => 'Пригласили в договор',
  personal_key: ({ name, is_calendar: isCalendar }) =>
    isCalendar ? 'Создали адрес календаря' : `Создали ключ для программы «${name}»`,
  further_contact: (one) => `Добавили ${address(one)}`,
  phone: (one) => `Подтвердили ${address(one)}`,
  email: (one) => `Подтвердили ${address(one)}`,
  telegram: () => 'Привязали Telegram',
  max: () => 'Привязали MAX',
};

interface Dated {
  /** Null: from the beginning, or never. */
  at: string | null;
  text: string;
}

const entryChanges = ({ password, second_step: step }: NonNullable<SettingsKnown['ways']>): Dated[] => [
  { at: password.changed_at, text: 'Сменили пароль кабинета' },
  { at: step.enabled_at, text: 'Включили второй шаг' },
];

const decisions = ({ consents }: NonNullable<SettingsKnown['consents']>): Dated[] =>
  consents.flatMap(({ title, decisions: [latest] }) =>
    latest
      ? [{ at: latest.decided_at, text: `${latest.is_given ? 'Согласились' : 'Отказались'}: ${title.toLowerCase()}` }]
      : [],
  );

/** The latest changes first: what still stands, because there is no other record of it. */
export function changesOf({ access, ways, consents }: SettingsKnown, most: number): Change[] {
  const added = access?.items.map((one): Dated => ({ at: one.added_at, text: ADDED[one.item.kind](one) })) ?? [];
  return [...(ways ? entryChanges(ways) : []), ...added, ...(consents ? decisions(consents) : [])]
    .filter((one): one is Change => one.at !== null)
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, most);
}
