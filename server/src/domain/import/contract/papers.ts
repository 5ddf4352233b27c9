import type { Day } from '@kabinet/contract/kernel/day';
import { enterFirstPapers, type FirstPaper } from '#server/domain/identity/papers/papers.ts';
import { contractsWithoutPaper } from '#server/domain/identity/papers/paper.queries.ts';
import { readPaper, type PaperKind, type TypedPaper } from '#server/domain/identity/papers/paper.rules.ts';
import type { Arrival } from '../arrival.ts';
import { dayOfLife, maybe, words } from '../cells.ts';

export const PAPER_CELLS = {
  passport: maybe(words(30)),
  issued_by: maybe(words(300)),
  issued_on: maybe(dayOfLife),
  born_on: maybe(dayOfLife),
  registered_at: maybe(words(300)),
  inn: maybe(words(20)),
  kpp: maybe(words(20)),
  ogrn: maybe(words(30)),
  legal_name: maybe(words(300)),
  legal_address: maybe(words(300)),
  signatory: maybe(words(300)),
};

type PaperColumn = keyof typeof PAPER_CELLS;

export interface RowWithPaper extends Readonly<Record<Exclude<PaperColumn, 'issued_on' | 'born_on'>, string | null>> {
  readonly issued_on: Day | null;
  readonly born_on: Day | null;
  readonly contract: number;
  readonly client: string;
  readonly is_company: boolean;
  readonly line: number;
}

/** Who enters it, for the history of the documents of a contract. */
const BY = 'таблица другой системы';

/** Seals the papers of contracts that have none. One that is not whole is told and not taken: its contract comes all the same. */
export async function takePapers(arrival: Arrival, rows: readonly RowWithPaper[]): Promise<void> {
  const { tx, vault, now, zone, today, doubtful } = arrival;
  const given = new Map(rows.filter(hasPaper).map((row) => [row.contract, row]));
  const bare = new Set((await contractsWithoutPaper(tx, [...given.keys()])).map(({ contract_id }) => contract_id));
  const papers = [...given.values()].flatMap((row): FirstPaper[] => {
    if (!bare.has(row.contract)) return [];
    const kind = paperKind(row);
    const { facts, faults } = readPaper(kind, typedPaper(row, kind), today);
    if (faults.length === 0) return [{ contractId: row.contract, kind, facts }];
    const reason = `${NAMES[kind]} не записаны: ${faults.map(({ message }) => message).join('; ')}`;
    doubtful.push({ table: 'contracts', line: row.line, reason });
    return [];
  });
  await enterFirstPapers(tx, vault, papers, { now, zone, by: BY });
}

const NAMES: Readonly<Record<PaperKind, string>> = {
  passport: 'паспортные данные',
  other: 'данные документа',
  company: 'реквизиты',
  trader: 'реквизиты',
};

const hasPaper = (row: RowWithPaper): boolean =>
  (Object.keys(PAPER_CELLS) as PaperColumn[]).some((column) => row[column] !== null);

const TRADER_INN = /^\d{12}$/;

function paperKind({ is_company, inn, kpp }: RowWithPaper): PaperKind {
  if (!is_company) return 'passport';
  return kpp === null && TRADER_INN.test(inn ?? '') ? 'trader' : 'company';
}

/** «3604 123456», with spaces anywhere. */
const PASSPORT = /^(\d{4})(\d{6})$/;

function typedPaper(
  { passport, client, line: _, contract: _contract, is_company, ...row }: RowWithPaper,
  kind: PaperKind,
): TypedPaper {
  const [, series, number] = PASSPORT.exec((passport ?? '').replaceAll(/[\s№-]/g, '')) ?? [];
  const told = PAPER_FIELDS.flatMap((field) => (row[field] === null ? [] : [[field, row[field]] as const]));
  return {
    ...Object.fromEntries(told),
    ...(kind === 'passport' || passport !== null ? { series, number } : {}),
    ...(is_company && row.legal_name === null ? { legal_name: client } : {}),
  };
}

const PAPER_FIELDS = (Object.keys(PAPER_CELLS) as PaperColumn[]).filter((field) => field !== 'passport');
