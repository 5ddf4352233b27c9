import type { OperatorContract } from '@kabinet/contract/staff';
import { dayText, plural, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { REHEARSED } from './change-lines.ts';
import { plain, total } from '../support/lines.ts';

const contractsText = (count: number): string => plural(count, ['договор', 'договора', 'договоров']);
const housesText = (count: number): string => plural(count, ['дом', 'дома', 'домов']);
const formerText = (former: readonly string[]): string[] =>
  former.length === 0 ? [] : [`раньше ${former.map((name) => `«${plain(name)}»`).join(', ')}`];
const closedText = (isClosed: boolean): string[] => (isClosed ? ['закрыто для подключений'] : []);

const STATES = {
  connected: 'обслуживается',
  planned: 'будет',
  closed: 'больше не подключаем',
  unknown: 'нет в списке домов',
} as const;

interface Renamed {
  readonly rehearsed: boolean;
  readonly was: string;
  readonly name: string;
  readonly contracts: number;
}

const editedLines = ({ rehearsed, was, name, contracts }: Renamed): string[] => [
  ...(rehearsed ? [REHEARSED] : []),
  `${was === name ? plain(name) : `${plain(was)} → ${plain(name)}`}, касается: ${contractsText(contracts)}`,
];

export const placeCommands: CommandsOf<OperatorContract['places']> = {
  towns: {
    tell: (towns) =>
      said(
        ...towns.map(({ town_id: id, name, former, is_closed, streets, houses, contracts }) =>
          [
            `${id}  ${plain(name)}`,
            plural(streets, ['улица', 'улицы', 'улиц']),
            housesText(houses),
            contractsText(contracts),
            ...formerText(former),
            ...closedText(is_closed),
          ].join('  '),
        ),
        total(towns.length),
      ),
  },
  streets: {
    tell: ({ streets, more }) =>
      said(
        ...streets.map(({ street_id: id, town, name, district, former, is_closed, houses, contracts }) =>
          [
            `${id}  ${plain(town)}, ${plain(name)}`,
            ...(district === null ? [] : [plain(district)]),
            housesText(houses),
            contractsText(contracts),
            ...formerText(former),
            ...closedText(is_closed),
          ].join('  '),
        ),
        more ? 'Есть и другие: уточните' : total(streets.length),
      ),
  },
  houses: {
    tell: ({ town, name, houses }) =>
      said(
        `${plain(town)}, ${plain(name)}`,
        ...houses.map(({ house, state, ready_on, mbit, contracts, flats, waiting }) =>
          [
            plain(house),
            `${STATES[state]}${ready_on === null ? '' : ` с ${dayText(ready_on, YEARLESS)}`}`,
            ...(mbit === null ? [] : [`до ${mbit} Мбит/с`]),
            contractsText(contracts),
            ...(flats > 0 ? [plural(flats, ['квартира', 'квартиры', 'квартир'])] : []),
            ...(waiting > 0 ? [`ждут ${waiting}`] : []),
          ].join('  '),
        ),
        total(houses.length),
      ),
  },
  addTown: { tell: ({ town_id: id, name }) => said(`Город ${id}: ${plain(name)}`) },
  editTown: { tell: (edited) => said(...editedLines(edited), ...closedText(edited.is_closed)) },
  addStreet: { tell: ({ street_id: id, name }) => said(`Улица ${id}: ${plain(name)}`) },
  editStreet: { tell: (edited) => said(...editedLines(edited), ...closedText(edited.is_closed)) },
  mergeStreets: {
    tell: ({ houses, ...merged }) => said(...editedLines(merged), `Перешло: ${housesText(houses)}`),
  },
  addHouse: { tell: ({ house, state }) => said(`Дом ${plain(house)}: ${STATES[state]}`) },
  editHouse: {
    tell: ({ state, merged, ...edited }) =>
      said(...editedLines(edited), STATES[state], ...(merged ? ['Две записи дома стали одной'] : [])),
  },
};
