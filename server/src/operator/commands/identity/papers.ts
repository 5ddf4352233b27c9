import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { PAPER_NAMES } from '#server/domain/identity/papers/paper.texts.ts';
import { dayText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';
import { REHEARSED } from '../services/change-lines.ts';
import { foundLine } from './search.ts';

type Paper = Result<OperatorContract['papers']['show']>['papers'][number];

const linesOf = ({ kind, number, since, until, entered_by, ...of }: Paper): string[] => {
  const lines = [
    ['кем выдан', of.issued_by],
    ['выдан', of.issued_on],
    ['родился', of.born_on],
    ['зарегистрирован', of.registered_at],
    ['КПП', of.kpp],
    ['ОГРН', of.ogrn],
    ['название', of.legal_name],
    ['юридический адрес', of.legal_address],
    ['подписывает', of.signatory],
  ] as const;
  const term = `с ${dayText(since, YEARLESS)}${until === null ? '' : ` до ${dayText(until, YEARLESS)}`}`;
  return [
    `${of.title ?? PAPER_NAMES[kind]} ${number}, ${term}, ${entered_by}`,
    ...lines.flatMap(([name, value]) => (value === null ? [] : [`  ${name}: ${value}`])),
  ];
};

export const paperCommands: CommandsOf<OperatorContract['papers']> = {
  enter: {
    tell: ({ rehearsed, kind, replaced }) =>
      said(
        ...(rehearsed ? [REHEARSED] : []),
        `Внесли: ${PAPER_NAMES[kind]}`,
        ...(replaced === null ? [] : [`Прежние данные (${PAPER_NAMES[replaced]}) остались в истории`]),
      ),
  },
  show: {
    tell: ({ papers }) =>
      papers.length === 0 ? saidIf(true, 'Документа не внесли') : said(...papers.flatMap(linesOf)),
  },
  find: {
    tell: ({ items }) => (items.length === 0 ? saidIf(true, 'Ничего не нашли') : said(...items.map(foundLine))),
  },
};
