import { accountTyped } from '#domain/payments/payment-agents/account-typed.rules.ts';
import { rubles } from '#domain/shared/text.rules.ts';
import { assignTransfer, importTransfer } from '#domain/payments/transfers/transfer.ts';
import { unknownTransfers, type Transfer } from '#domain/payments/transfers/transfer.queries.ts';
import { eachAlone, reasonOf } from '#kernel/one-at-fault.ts';
import { dayCell, sumCell } from '../cells.ts';
import { LONGEST_DOCUMENT, numberOf, WrongArgument, type Command, type Tools } from '../command.ts';
import { readTable, type TableRow } from '../table-file.ts';

export const transferCommands: readonly Command[] = [
  {
    words: ['transfers', 'import'],
    arguments: ['<файл.csv>'],
    help: 'зачислить переводы из выписки банка',
    run: importFile,
  },
  { words: ['transfers', 'unknown'], arguments: [], help: 'переводы, чей счёт не удалось понять', run: listUnknown },
  {
    words: ['transfers', 'assign'],
    arguments: ['<номер>', '<счёт>'],
    help: 'зачислить такой перевод на счёт',
    run: assign,
  },
];

const COLUMNS = {
  day: ['date', 'дата'],
  amount: ['sum', 'сумма'],
  documentNo: ['document', 'документ'],
  payer: ['payer', 'плательщик'],
  purpose: ['purpose', 'назначение'],
} as const;

async function importFile({ db, now, provider, say }: Tools, [path = '']: readonly string[]): Promise<number> {
  const at = { now, zone: provider.time_zone };
  const counts = { credited: 0, known: 0, unknown: 0, wrong: 0 };
  const lines = new Map<string, number>();
  for (const row of await readTable(path, COLUMNS)) {
    const transfer = transferOf(row);
    const fault = transfer
      ? twiceIn(lines, transfer, row.line)
      : 'дата, сумма, плательщик или номер документа не читаются';
    if (!transfer || fault) {
      say(`Строка ${row.line}: ${fault ?? ''}`);
      counts.wrong += 1;
    } else {
      const take = async () => {
        counts[await db.write((tx) => importTransfer(tx, transfer, at))] += 1;
      };
      await eachAlone([row.line], take, (line, error) => {
        say(`Строка ${line}: не принята, ошибка: ${reasonOf(error)}`);
        counts.wrong += 1;
      });
    }
  }
  const { credited, known, unknown, wrong } = counts;
  say(`Зачислено ${credited}, приняты раньше ${known}, счёт не понят ${unknown}, строка не принята ${wrong}`);
  return unknown + wrong === 0 ? 0 : 1;
}

function transferOf({ cells }: TableRow<keyof typeof COLUMNS>): Transfer | undefined {
  const { payer, purpose, documentNo } = cells;
  const [day, amount] = [dayCell(cells.day), sumCell(cells.amount)];
  const isNamed = documentNo !== '' && documentNo.length <= LONGEST_DOCUMENT && payer.length <= LONGEST_PAYER;
  return day && amount && isNamed ? { payer, documentNo, day, amount, purpose } : undefined;
}

/** Statements name a payer by his number, or by his name in full. */
const LONGEST_PAYER = 500;

/** Two payments that differ in nothing known would be taken for one: a person must tell them apart. */
function twiceIn(lines: Map<string, number>, transfer: Transfer, line: number): string | undefined {
  const { payer, documentNo, day, amount } = transfer;
  const key = JSON.stringify([payer, documentNo, day, amount]);
  const earlier = lines.get(key);
  if (earlier === undefined) lines.set(key, line);
  return earlier === undefined ? undefined : `те же плательщик, документ, дата и сумма, что в строке ${earlier}`;
}

async function listUnknown({ db, say }: Tools): Promise<number> {
  const found = await db.read(unknownTransfers);
  for (const { transfer_id, day, amount, payer, document_no, purpose } of found) {
    say(`${transfer_id}  ${day}  ${rubles(amount)}  документ ${document_no}  ${payer}  ${purpose}`);
  }
  say(found.length === 0 ? 'Таких нет' : `Всего ${found.length}`);
  return found.length === 0 ? 0 : 1;
}

const ASSIGNED = {
  credited: 'Зачислено',
  known: 'Этот перевод уже зачислен',
  no_transfer: 'Такого перевода нет',
  no_account: 'Такого счёта нет',
} as const;

async function assign({ db, now, provider, say }: Tools, [id = '', typed = '']: readonly string[]): Promise<number> {
  const transferId = numberOf(id);
  const account = accountTyped(typed);
  if (account === undefined) throw new WrongArgument(`Это не номер счёта: ${typed}`);
  const at = { now, zone: provider.time_zone };
  const outcome = await db.write((tx) => assignTransfer(tx, transferId, account, at));
  say(ASSIGNED[outcome]);
  return outcome === 'credited' ? 0 : 1;
}
