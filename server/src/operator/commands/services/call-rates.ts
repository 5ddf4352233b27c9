import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { dayText, plural, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { plain, total } from '../support/lines.ts';
import { REHEARSED } from './change-lines.ts';

type Rate = Result<OperatorContract['callRates']['withdraw']>;

const DIRECTIONS = { in: 'входящие', out: 'исходящие' } as const;
const STATES = { past: 'прежняя', now: 'сейчас', planned: 'назначена' } as const;

const rehearsal = (isRehearsed: boolean): string[] => (isRehearsed ? [REHEARSED] : []);

const rateText = ({ zone, zone_name, direction, from, price, connection, unit_seconds, free_seconds }: Rate): string =>
  [
    `${zone}  ${plain(zone_name)}, ${DIRECTIONS[direction]}`,
    `с ${dayText(from, YEARLESS)}`,
    `${rubles(price)} за ${unit_seconds} с`,
    ...(connection > 0 ? [`соединение ${rubles(connection)}`] : []),
    ...(free_seconds > 0 ? [`короче ${free_seconds} с бесплатно`] : []),
  ].join('  ');

const contractsText = (count: number): string => plural(count, ['договор', 'договора', 'договоров']);

export const callRateCommands: CommandsOf<OperatorContract['callRates']> = {
  list: {
    tell: (rates) =>
      said(
        ...rates.map((rate) => `«${plain(rate.plan)}»  ${rateText(rate)}  ${STATES[rate.state]}`),
        total(rates.length),
      ),
  },
  plan: {
    tell: ({ rehearsed, was, contracts, lines, ...rate }) =>
      said(
        ...rehearsal(rehearsed),
        `«${plain(rate.plan)}»: ${rateText(rate)}${was === null ? ', раньше цены не было' : `, было ${rubles(was)}`}`,
        `Касается: ${contractsText(contracts)}, ${plural(lines, ['номер', 'номера', 'номеров'])}`,
      ),
  },
  withdraw: { tell: (rate) => said(`«${plain(rate.plan)}»: отозвана ${rateText(rate)}`) },
};

const ACCESS = { home: 'всегда открыта', abroad: 'открывают по просьбе', free: 'бесплатная' } as const;

export const callZoneCommands: CommandsOf<OperatorContract['callZones']> = {
  list: {
    tell: (zones) =>
      said(
        ...zones.map(
          ({ zone, name, access, prefixes, plans }) =>
            `${zone}  ${plain(name)}, ${ACCESS[access]}, тарифов ${plans}: ${prefixes.map((code) => code || 'остальные').join(', ')}`,
        ),
        total(zones.length),
      ),
  },
  add: { tell: ({ zone, name }) => said(`Зона ${zone} «${plain(name)}» заведена. Цены: rates plan`) },
  edit: {
    tell: ({ rehearsed, zone, name, added, removed }) =>
      said(
        ...rehearsal(rehearsed),
        `${zone}  «${plain(name)}»`,
        ...(added.length > 0 ? [`Новые коды: ${added.join(', ')}`] : []),
        ...(removed.length > 0 ? [`Больше не её коды: ${removed.join(', ')}`] : []),
      ),
  },
};

export const callPackageCommands: CommandsOf<OperatorContract['callPackages']> = {
  list: {
    tell: (packages) =>
      said(
        ...packages.map(
          ({ package_id: id, plan, name, minutes, zones, from, until }) =>
            `${id}  «${plain(plan)}»: «${plain(name)}»  ${minutes} мин в месяц: ${zones.join(', ')}  с ${dayText(from, YEARLESS)}${until === null ? '' : ` до ${dayText(until, YEARLESS)}`}`,
        ),
        total(packages.length),
      ),
  },
  add: {
    tell: ({ rehearsed, package_id: id, from, contracts }) =>
      said(...rehearsal(rehearsed), `Пакет ${id} с ${dayText(from, YEARLESS)}, касается: ${contractsText(contracts)}`),
  },
  end: {
    tell: ({ rehearsed, package_id: id, until, contracts }) =>
      said(
        ...rehearsal(rehearsed),
        `Пакета ${id} нет с ${dayText(until, YEARLESS)}, касается: ${contractsText(contracts)}`,
      ),
  },
};
