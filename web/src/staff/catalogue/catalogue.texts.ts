import { rubles } from '#web/lib/text/format.ts';
import type { contract, Wire } from '../api/contract.ts';

export type CatalogueItem = Wire<typeof contract.catalogue.list>[number];
export type ShownItem = Wire<typeof contract.catalogue.show>;
export type ItemKind = CatalogueItem['kind'];

export const ITEM_KINDS: readonly ItemKind[] = ['plan', 'option', 'program'];

export const CATALOGUE_SERVICES: Readonly<Record<CatalogueItem['service'], string>> = {
  internet: 'Интернет',
  tv: 'ТВ',
  telephone: 'Телефон',
  sip: 'SIP',
  mail: 'Почта',
  contract: 'Весь договор',
};

export const KINDS: Readonly<Record<ItemKind, string>> = { plan: 'Тарифы', option: 'Опции', program: 'Услуги' };
export const ONE: Readonly<Record<ItemKind, string>> = { plan: 'Тариф', option: 'Опция', program: 'Услуга' };
export const NEW_ONE: Readonly<Record<ItemKind, string>> = {
  plan: 'Новый тариф',
  option: 'Новая опция',
  program: 'Новая услуга',
};

export const STATES = { sold: 'В продаже', draft: 'Черновики', archived: 'Архив' } as const;

/** How a field is called, and how it is typed. */
export const FIELDS: Readonly<
  Record<string, { readonly label: string; readonly hint?: string; readonly most: number }>
> = {
  name: { label: 'Название', most: 100 },
  summary: { label: 'Строка под названием', most: 500 },
  section: { label: 'Раздел списка услуг', most: 60 },
  badge: { label: 'Пометка', hint: 'Например, «Новинка». Пусто — без пометки', most: 40 },
  description: { label: 'Описание', most: 5000 },
  terms: { label: 'Условия, с которыми соглашается абонент', most: 20_000 },
  mbit: { label: 'Скорость, Мбит/с', hint: 'Новую скорость сеть даст сразу всем, у кого тариф есть', most: 6 },
  gigabytes: { label: 'Ящик, ГБ', most: 5 },
  boxes: { label: 'Сколько ящиков', most: 4 },
  channels: { label: 'Каналы', hint: 'Номера на пульте: 1,2,10-20', most: 1000 },
  audience: { label: 'Кому', most: 10 },
};

export const LONG_FIELDS: readonly string[] = ['description', 'terms'];
/** What the network is told: an engineer writes it, too. */
export const PROFILE: readonly string[] = ['mbit', 'channels'];

export const AUDIENCES = { home: 'Домой', office: 'В офис' } as const;

export const soldPriceText = (price: string, unit: 'month' | 'day'): string =>
  Number(price) === 0 ? 'бесплатно' : `${rubles(price)} в ${unit === 'day' ? 'день' : 'месяц'}`;

/** What a field says, in words. */
export function valueText(field: string, value: string | null): string {
  if (value === null || value === '') return 'не заполнено';
  if (field === 'audience') return value === 'office' ? AUDIENCES.office : AUDIENCES.home;
  return value;
}
