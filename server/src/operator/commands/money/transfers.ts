import type { OperatorContract } from '@kabinet/contract/staff';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';
import { readRows } from '../../table-file.ts';

const COLUMNS = {
  day: ['date', 'дата'],
  amount: ['sum', 'сумма'],
  document: ['document', 'документ'],
  payer: ['payer', 'плательщик'],
  purpose: ['purpose', 'назначение'],
} as const;

export const transferCommands: CommandsOf<OperatorContract['transfers']> = {
  import: {
    read: async function* ({ rows: path = '' }) {
      yield { rows: await readRows(path, COLUMNS) };
    },
    tell: ({ credited, known, unknown, wrong }) =>
      saidIf(
        unknown + wrong.length > 0,
        ...wrong.map(({ line, reason }) => `Строка ${line}: ${reason}`),
        `Зачислено ${credited}, приняты раньше ${known}, счёт не понят ${unknown}, строка не принята ${wrong.length}`,
      ),
  },
  unknown: {
    tell: (found) =>
      saidIf(
        found.length > 0,
        ...found.map(
          ({ transfer_id, day, amount, payer, document_no, purpose }) =>
            `${transfer_id}  ${day}  ${rubles(amount)}  документ ${document_no}  ${payer}  ${purpose}`,
        ),
        found.length === 0 ? 'Таких нет' : `Всего ${found.length}`,
      ),
  },
  assign: { tell: () => said('Зачислено') },
};
