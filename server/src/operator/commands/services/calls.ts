import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { MOST_RECORDS, type OperatorContract } from '@kabinet/contract/staff';
import { filePartsOf, NoHeader, togetherImported } from '#server/domain/services/calls/import.ts';
import { plural } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, WrongArgument, type CommandsOf, type CallFields } from '../../command.ts';
import { notOpened } from '../../table-file.ts';

type Calls = OperatorContract['calls'];

const REASONS: Record<Result<Calls['held']>[number]['held'], string> = {
  unknown_number: 'ни один номер не наш',
  unknown_zone: 'нет направления для номера',
  no_rate: 'нет цены на направление',
  archived: 'месяц в архиве',
};

const counted = (count: number): string => plural(count, ['запись', 'записи', 'записей']);
const ALL_DONE = 'Все записи АТС обработаны';

export const callCommands: CommandsOf<Calls> = {
  import: {
    read: ({ records: path = '' }) => recordsOf(path),
    join: (one, other) => {
      const { bad, doubtful, ...counts } = togetherImported(one, other);
      return { ...counts, bad: [...bad], doubtful: [...doubtful] };
    },
    tell: ({ fresh, repeated, bad, doubtful }) =>
      saidIf(
        bad.length > 0,
        ...bad.map(({ line, reason }) => `Строка ${line}: ${reason}`),
        ...doubtful.map((line) => `Строка ${line}: принята; этот час часы станции показали дважды, взяли первый`),
        `Принято: ${counted(fresh)}, приняты раньше: ${repeated}, не поняты: ${bad.length}`,
      ),
  },
  held: {
    tell: (found) => {
      const lines = found.map(
        ({ held, src, dst, legs, seconds, first }) =>
          `${src || 'без номера'} → ${dst}  ${REASONS[held]}: ${counted(legs)}, ${seconds} с, с ${first}`,
      );
      return said(...(lines.length === 0 ? [ALL_DONE] : lines));
    },
  },
  differing: {
    tell: (found) => {
      const lines = found.map(
        (one) =>
          `${one.uniqueid} (${one.sequence})  ${one.src} → ${one.dst}: в книгах ${one.former_billsec} с, ` +
          `${one.former_dst}, ${one.former_started_at}; пришло ${one.billsec} с, ${one.started_at}`,
      );
      return said(...(lines.length === 0 ? ['Все повторы совпадают с первыми записями'] : lines));
    },
  },
  retry: {
    tell: ({ held }) =>
      held === 0 ? said(ALL_DONE) : saidIf(true, `Ждут человека: ${plural(held, ['звонок', 'звонка', 'звонков'])}`),
  },
};

/** A file of the exchange may be larger than memory, so it is read and sent in parts. */
async function* recordsOf(path: string): AsyncGenerator<CallFields> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  try {
    for await (const { header, records } of filePartsOf(lines, MOST_RECORDS)) {
      // Cells without a column mean nothing, however many a broken line has.
      const known = records.map(({ line, cells }) => ({ line, cells: cells?.slice(0, header.length) ?? null }));
      yield { header, records: known };
    }
  } catch (error) {
    if ((error as { syscall?: string }).syscall !== undefined) notOpened(path)(error);
    throw error instanceof NoHeader ? new WrongArgument(error.message) : error;
  }
}
