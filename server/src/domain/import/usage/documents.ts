import type { ImportRows } from '@kabinet/contract/staff';
import type { FormerDocumentKind } from '#server/domain/identity/papers/former-documents.queries.ts';
import { rowKeyOf, type Arrival } from '../arrival.ts';
import { contractId, day, maybe, must, oneOf, words, WrongCell, type CellReader } from '../cells.ts';
import { importedContracts, noContract, notYet } from '../contracts.ts';
import { days } from '../differences.ts';
import { take } from '../portions/take.ts';
import { changeDocuments, insertDocuments, knownDocumentsOf } from './documents.queries.ts';

const KINDS = {
  договор: 'contract',
  акт: 'act',
  счёт: 'bill',
  'счёт-фактура': 'invoice',
  другое: 'other',
} as const satisfies Readonly<Record<string, FormerDocumentKind>>;

const kindName = (kind: FormerDocumentKind): string =>
  Object.entries(KINDS).find(([, known]) => known === kind)?.[0] ?? '';

const kindCell = oneOf<FormerDocumentKind>(KINDS);
const WITH_DOTS: Readonly<Record<string, string>> = { счет: 'счёт', 'счет-фактура': 'счёт-фактура' };

/** A browser opens it: only over HTTPS, so that it is no script and nobody reads it on the way; no password stands in it. */
const link: CellReader<string> = (cell) => {
  const url = URL.parse(cell);
  const isSafe = url?.protocol === 'https:' && url.username === '' && url.password === '' && !/\s/.test(cell);
  return isSafe ? url.href : new WrongCell('не ссылка, которая начинается с https://');
};

const DOCUMENT = {
  contract: contractId,
  document: must(words(100)),
  title: must(words(200)),
  day: must(day),
  kind: maybe((cell) => kindCell(WITH_DOTS[cell.toLowerCase()] ?? cell), 'other' as const),
  url: must(link),
};

/** Documents of the former system: nothing is fetched, their subscriber opens them. */
export async function takeDocuments(arrival: Arrival, rows: ImportRows['documents']): Promise<void> {
  const { tx, today } = arrival;
  await take(arrival, {
    table: 'documents',
    rows,
    readers: DOCUMENT,
    keyOf: ({ contract, document }) => rowKeyOf(String(contract), document),
    look: async (read) => {
      const contracts = await importedContracts(arrival, read);
      const known = new Map(
        (await knownDocumentsOf(tx, read)).map((one) => [rowKeyOf(String(one.contract), one.document), one]),
      );
      return ({ line: _, ...given }) => {
        if (given.day > today) return notYet('день', given.day);
        const same = known.get(rowKeyOf(String(given.contract), given.document));
        if (!same) return contracts.has(given.contract) ? { fresh: given } : noContract(given.contract);
        return {
          known: {
            title: [same.title, given.title],
            day: days(same.day, given.day),
            kind: [kindName(same.kind), kindName(given.kind)],
            url: [same.url, given.url],
          },
        };
      };
    },
    insert: (documents) => insertDocuments(tx, documents),
    changes: {
      columns: { title: 'always', day: 'always', kind: 'always', url: 'always' },
      write: (changed) => changeDocuments(tx, changed),
    },
  });
}
