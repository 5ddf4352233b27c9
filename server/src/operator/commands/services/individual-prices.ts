import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { dayText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { changeLines } from './change-lines.ts';

type Prices = OperatorContract['individualPrices'];
type Thing = Result<Prices['list']>['things'][number];
type Given = Thing['individual'][number];

const UNITS = { month: 'в месяц', day: 'в день' } as const;

const termsOf = ({ percent, own_price: price }: Pick<Given, 'percent' | 'own_price'>): string =>
  price === null ? `скидка ${percent ?? 0} %` : `цена ${rubles(price)}`;

const daysOf = ({ from, last_day }: Pick<Given, 'from' | 'last_day'>): string =>
  `с ${dayText(from, YEARLESS)} ${last_day === null ? 'без срока' : `по ${dayText(last_day, YEARLESS)}`}`;

const givenLine = (one: Given): string =>
  `    номер ${one.individual_price_id}: ${termsOf(one)} ${daysOf(one)}. ${one.reason} (${one.given_by})`;

const thingKey = ({ user_id, phone_number, option_id, program_id }: Thing): string =>
  [
    user_id === null ? '' : `--user_id=${user_id}`,
    phone_number === null ? '' : `--phone_number=${phone_number}`,
    option_id === null ? '' : `--option_id=${option_id}`,
    program_id === null ? '' : `--program_id=${program_id}`,
  ]
    .filter((part) => part !== '')
    .join(' ');

const thingLines = (thing: Thing): string[] => {
  const full = thing.full === thing.price ? '' : `, обычная цена ${rubles(thing.full)}`;
  return [
    `${thing.name}: ${rubles(thing.price)} ${UNITS[thing.unit]}${full}  ${thingKey(thing)}`,
    ...thing.individual.map(givenLine),
  ];
};

export const individualPriceCommands: CommandsOf<Prices> = {
  list: {
    tell: ({ things, contract_id, version }) =>
      said(...things.flatMap(thingLines), `Версия договора ${contract_id}: ${version}`),
  },
  give: {
    tell: (given) =>
      said(
        `${given.name}: ${termsOf(given)} ${daysOf(given)}`,
        `${rubles(given.costs)} ${UNITS[given.unit]} вместо ${rubles(given.full)}`,
        `Номер ${given.individual_price_id}`,
        ...changeLines(given),
      ),
  },
  end: { tell: (ended) => said(`${ended.name}: ${termsOf(ended)} закончится`, ...changeLines(ended)) },
};
