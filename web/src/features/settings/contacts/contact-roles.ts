import type { contract, Wire } from '#web/api/contract.ts';

type Further = Wire<typeof contract.notice.contacts>['contacts'][number];
export type ContactRole = Further['role'];
export type ChosenKind = Further['kinds'][number];

/** Roles in the order of the choice. */
export const ROLES: readonly { role: ContactRole; title: string; note: string }[] = [
  { role: 'payer', title: 'Плательщик', note: 'Уведомления о деньгах. Войти в кабинет по этому контакту нельзя' },
  {
    role: 'technical',
    title: 'Техник',
    note: 'Уведомления об услугах и\u00a0заявках. О деньгах не узнает, войти не сможет',
  },
  {
    role: 'owner',
    title: 'Владелец',
    note: 'Все уведомления, вход в кабинет и восстановление пароля. Только для своих номеров и ящиков',
  },
];

/** Kinds of notices that a contact gets with a new role. Charges are told only to those who ask for them. */
export const broughtBy = (kinds: readonly ChosenKind[]): ChosenKind[] => kinds.filter((kind) => kind !== 'charge');

export const KIND_NAMES: Readonly<Record<ChosenKind, string>> = {
  debt: 'Мало денег',
  charge: 'Списания',
  payment: 'Платежи',
  autopayment: 'Автоплатёж',
  service: 'Услуги',
  support: 'Заявки',
};

const roleName = (wanted: ContactRole): string => ROLES.find(({ role }) => role === wanted)?.title ?? '';

/** «Плательщик, Сергей» */
export const whoText = ({ role, name }: Pick<Further, 'role' | 'name'>): string =>
  [roleName(role), name].filter((part) => part !== '').join(', ');

/** «Плательщик, Сергей. Мало денег, платежи» */
export function contactText(contact: Further): string {
  const { role, kinds } = contact;
  const names = kinds.map((kind) => KIND_NAMES[kind].toLowerCase()).join(', ');
  const gets = [role === 'owner' && 'вход', names === '' ? 'без уведомлений' : names].filter(Boolean).join(', ');
  return `${whoText(contact)}. ${gets.charAt(0).toUpperCase()}${gets.slice(1)}`;
}
