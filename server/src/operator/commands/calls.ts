import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { importCalls, NoHeader } from '#domain/services/calls/import.ts';
import { heldNumbers, type HeldNumber, type Zones } from '#domain/services/calls/intake.queries.ts';
import { retryHeld } from '#domain/services/calls/intake.ts';
import { plural } from '#domain/shared/text.rules.ts';
import type { Provider } from '#kernel/provider.ts';
import { WrongArgument, type Command, type Tools } from '../command.ts';

export const callCommands: readonly Command[] = [
  {
    words: ['calls', 'import'],
    arguments: ['<файл.csv>'],
    help: 'принять записи телефонной станции (CDR) и оценить звонки',
    run: importFile,
  },
  { words: ['calls', 'held'], arguments: [], help: 'записи станции, из которых звонка не вышло', run: held },
  { words: ['calls', 'retry'], arguments: [], help: 'разобрать их ещё раз: номер или цена появились', run: retry },
];

const REASONS: Record<HeldNumber['held'], string> = {
  unknown_number: 'ни один номер не наш',
  unknown_zone: 'нет направления для номера',
  no_rate: 'нет цены на направление',
};

const zonesOf = ({ telephone, time_zone }: Provider): Zones => ({
  exchange: telephone.exchange_time_zone,
  provider: time_zone,
});

const counted = (count: number): string => plural(count, ['запись', 'записи', 'записей']);

async function importFile({ db, now, provider, say }: Tools, [path = '']: readonly string[]): Promise<number> {
  const file = createReadStream(path, 'utf8');
  const exchange = { zones: zonesOf(provider), areaCode: provider.telephone.area_code };
  try {
    const lines = createInterface({ input: file, crlfDelay: Infinity });
    const { fresh, repeated, bad } = await importCalls(db, lines, exchange, now);
    for (const { line, reason } of bad) say(`Строка ${line}: ${reason}`);
    say(`Принято: ${counted(fresh)}, приняты раньше: ${repeated}, не поняты: ${bad.length}`);
    return bad.length === 0 ? 0 : 1;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') throw new WrongArgument(`Такого файла нет: ${path}`);
    throw error instanceof NoHeader ? new WrongArgument(error.message) : error;
  }
}

async function held({ db, say }: Tools): Promise<number> {
  const found = await db.read(heldNumbers);
  for (const { held, src, dst, legs, seconds, first } of found) {
    say(`${src || 'без номера'} → ${dst}  ${REASONS[held]}: ${counted(legs)}, ${seconds} с, с ${first}`);
  }
  if (found.length === 0) say('Все записи АТС обработаны');
  return 0;
}

async function retry({ db, provider, say }: Tools): Promise<number> {
  const left = await db.write((tx) => retryHeld(tx, zonesOf(provider)));
  say(left === 0 ? 'Все записи АТС обработаны' : `Ждут человека: ${plural(left, ['звонок', 'звонка', 'звонков'])}`);
  return left === 0 ? 0 : 1;
}
