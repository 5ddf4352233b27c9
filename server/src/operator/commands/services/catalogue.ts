import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { priceText } from '#server/domain/changes/price/price.texts.ts';
import { dayText, plural, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { plain, total } from '../support/lines.ts';
import { REHEARSED } from './change-lines.ts';

type Catalogue = OperatorContract['catalogue'];
type Changed = Result<Catalogue['archive']>;

const STATES = { draft: 'черновик', sold: 'продаётся', archived: 'в архиве' } as const;
const STEPS = { past: 'прежняя', now: 'сейчас', planned: 'назначена', withdrawn: 'отозвана' } as const;

const contractsText = (count: number): string => plural(count, ['договор', 'договора', 'договоров']);

const changedLines = ({ rehearsed, kind, id, name, state, contracts, notes }: Changed): string[] => [
  ...(rehearsed ? [REHEARSED] : []),
  `${kind} ${id}  «${plain(name)}», ${STATES[state]}, касается: ${contractsText(contracts)}`,
  ...notes,
];

export const catalogueCommands: CommandsOf<Catalogue> = {
  list: {
    tell: (rows) =>
      said(
        ...rows.map(({ kind, id, service, name, plan, state, unit, price, contracts, coming }) =>
          [
            `${kind} ${id}`,
            service,
            plan === null ? `«${plain(name)}»` : `«${plain(name)}» к тарифу «${plain(plan)}»`,
            priceText(price, unit),
            STATES[state],
            contractsText(contracts),
            ...(coming ? [`с ${dayText(coming.from, YEARLESS)} — ${priceText(coming.price, unit)}`] : []),
          ].join('  '),
        ),
        total(rows.length),
      ),
  },
  show: {
    tell: ({ kind, id, service, name, state, unit, contracts, version, fields, prices }) =>
      said(
        `${kind} ${id}  ${service}  «${plain(name)}», ${STATES[state]}, ${contractsText(contracts)}`,
        ...fields.map(({ field, value }) => `${field}: ${value === null || value === '' ? '—' : plain(value)}`),
        ...prices.map(
          ({ from, price, state: step }) =>
            `${from === null ? 'раньше' : `с ${dayText(from, YEARLESS)}`}: ${priceText(price, unit)}, ${STEPS[step]}`,
        ),
        `Версия ${version}`,
      ),
  },
  add: { tell: (added) => said(...changedLines(added), 'В продажу: catalogue restore') },
  edit: {
    tell: ({ changes, ...changed }) =>
      said(
        ...changedLines(changed),
        ...changes.map(({ field, was, will }) => `${field}: ${plain(was ?? '—')} → ${plain(will ?? '—')}`),
      ),
  },
  archive: { tell: (changed) => said(...changedLines(changed)) },
  restore: { tell: (changed) => said(...changedLines(changed)) },
};
