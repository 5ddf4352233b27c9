import { contractsText } from '../debtors/debtors.texts.ts';
import { counted, dayText } from '#web/lib/text/format.ts';
import type { Tone } from '#web/ui/card/state.tsx';
import type { contract, Wire } from '../api/contract.ts';

export type FoundStreet = Wire<typeof contract.places.streets>['streets'][number];
export type ShownStreet = Wire<typeof contract.places.houses>;
export type ShownHouse = ShownStreet['houses'][number];

export const HOUSE_STATES = {
  connected: { tone: 'ok', word: 'Подключаем' },
  planned: { tone: 'wait', word: 'Будет' },
  closed: { tone: 'off', word: 'Не подключаем' },
  unknown: { tone: 'off', word: 'Нет в списке домов' },
} as const satisfies Record<ShownHouse['state'], { tone: Tone; word: string }>;

export const housesText = (count: number): string => counted(count, 'дом', 'дома', 'домов');
export const streetsText = (count: number): string => counted(count, 'улица', 'улицы', 'улиц');

export const formerText = (former: readonly string[]): string =>
  former.length === 0 ? '' : `раньше ${former.map((name) => `«${name}»`).join(', ')}`;

/** What is known of a house, besides whether it is served. */
export const houseText = ({ ready_on: ready, mbit, contracts, flats, waiting }: ShownHouse, today: string): string =>
  [
    ...(ready === null ? [] : [`с ${dayText(ready, today)}`]),
    ...(mbit === null ? [] : [`до ${mbit} Мбит/с`]),
    contracts === 0 ? 'договоров нет' : contractsText(contracts),
    ...(flats > 0 ? [counted(flats, 'квартира', 'квартиры', 'квартир')] : []),
    ...(waiting > 0 ? [`ждут подключения: ${waiting}`] : []),
  ].join(', ');
