import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';
import { counted } from '../../said-lists.ts';
import { readRows } from '../../table-file.ts';

type Reason = Result<OperatorContract['transfers']['guesses']>[number]['reasons'][number];

const COLUMNS = {
  day: ['date', 'дата'],
  amount: ['sum', 'сумма'],
  document: ['document', 'документ'],
  payer: ['payer', 'плательщик'],
  purpose: ['purpose', 'назначение'],
} as const;

const REASONS: Record<Reason['why'], string> = {
  number: 'номер в назначении',
  paid_before: 'этот плательщик платил сюда',
  purpose: 'имя или адрес в назначении',
  payer: 'имя плательщика',
};

const reasonText = ({ why, times }: Reason): string => `${REASONS[why]}${times === null ? '' : `, раз: ${times}`}`;

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
          ({ transfer_id, day, amount, payer, document_no, purpose, undone }) =>
            `${transfer_id}  ${day}  ${rubles(amount)}  документ ${document_no}  ${payer}  ${purpose}${undone === null ? '' : `; снят со счёта ${undone.account_no}: ${undone.reason}`}`,
        ),
        found.length === 0 ? 'Таких нет' : `Всего ${found.length}`,
      ),
  },
  guesses: {
    tell: (found) =>
      counted(
        found.map(
          ({ contract_id, account_no, name, address, reasons }) =>
            `${contract_id}  счёт ${account_no}  ${name}, ${address}: ${reasons.map(reasonText).join(', ')}`,
        ),
      ),
  },
  assign: {
    tell: ({ rehearsed, account_no, balance }) =>
      said(`${rehearsed ? 'Зачислится' : 'Зачислено'} на счёт ${account_no}, на нём ${rubles(balance)}`),
  },
  undo: {
    tell: ({ rehearsed, amount, account_no, balance, switched_off, to }) =>
      said(
        `${rehearsed ? 'Снимется' : 'Снято'} со счёта ${account_no} ${rubles(amount)}, на нём ${rubles(balance)}`,
        ...(switched_off.length === 0 ? [] : [`За долг отключено: ${switched_off.join(', ')}`]),
        to === null
          ? 'Перевод снова ждёт в transfers unknown'
          : `${rehearsed ? 'Зачислится' : 'Зачислено'} на счёт ${to.account_no}, на нём ${rubles(to.balance)}`,
      ),
  },
};
