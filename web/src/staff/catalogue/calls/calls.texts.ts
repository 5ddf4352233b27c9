import { counted, number, rubles } from '#web/lib/text/format.ts';
import type { contract, Wire } from '../../api/contract.ts';

export type CallRate = Wire<typeof contract.callRates.list>[number];
export type CallZone = Wire<typeof contract.callZones.list>[number];
export type CallPackage = Wire<typeof contract.callPackages.list>[number];

const DIRECTIONS = { out: 'исходящие', in: 'входящие' } as const;

export const ZONE_ACCESS: Readonly<Record<CallZone['access'], string>> = {
  home: 'Открыта всегда',
  abroad: 'Открывают по просьбе абонента',
  free: 'Бесплатная, её не закрыть',
};

const MINUTE = 60;

/** «2,20 ₽ за минуту» */
export const unitText = ({ price, unit_seconds: unit }: Pick<CallRate, 'price' | 'unit_seconds'>): string =>
  `${rubles(price)} за ${unit === MINUTE ? 'минуту' : `${number(unit)} с`}`;

/** «исходящие, соединение 1 ₽, короче 3 с бесплатно» */
export const detailText = ({ direction, connection, free_seconds: free }: CallRate): string =>
  [
    DIRECTIONS[direction],
    ...(Number(connection) > 0 ? [`соединение ${rubles(connection)}`] : []),
    ...(free > 0 ? [`короче ${free} с бесплатно`] : []),
  ].join(', ');

export const linesText = (count: number): string => counted(count, 'номер', 'номера', 'номеров');
export const zonesText = (count: number): string => counted(count, 'зона', 'зоны', 'зон');
export const packagesText = (count: number): string => counted(count, 'пакет', 'пакета', 'пакетов');
export const plansText = (count: number): string => counted(count, 'тариф', 'тарифа', 'тарифов');

/** The empty code is that of all other numbers. */
export const codesText = (codes: readonly string[]): string =>
  codes.length === 0 ? 'кодов нет' : codes.map((code) => (code === '' ? 'остальные номера' : code)).join(', ');

/** A package that has not ended. */
export const isPackageOn = ({ until }: CallPackage, today: string): boolean => until === null || until > today;
