import { formerDocumentsOf } from '#server/domain/identity/papers/former-documents.queries.ts';
import { PAPER_NAMES } from '#server/domain/identity/papers/paper.texts.ts';
import { papersOf } from '#server/domain/identity/papers/papers.ts';
import type { Day } from '@kabinet/contract/kernel/day';
import { table, type ArchiveTable } from './table.ts';

/** The documents of the subscriber, or the requisites of his company, in full: they are his. */
export const paperTables: readonly ArchiveTable[] = [
  table({
    file: 'documents',
    title: 'Документы и реквизиты',
    columns: [
      ['kind', 'Что это'],
      ['title', 'Документ'],
      ['series', 'Серия'],
      ['number', 'Номер'],
      ['issued_by', 'Кем выдан'],
      ['issued_on', 'Когда выдан', 'day'],
      ['born_on', 'Дата рождения', 'day'],
      ['registered_at', 'Адрес регистрации'],
      ['inn', 'ИНН'],
      ['kpp', 'КПП'],
      ['ogrn', 'ОГРН'],
      ['legal_name', 'Название'],
      ['legal_address', 'Юридический адрес'],
      ['signatory', 'Кто подписывает'],
      ['since', 'С какого дня', 'day'],
      ['ended_on', 'До какого дня', 'day'],
      ['entered_at', 'Внесли', 'moment'],
      ['entered_by', 'Сотрудник'],
    ],
    rows: async (tx, contractId, vault) =>
      (await papersOf(tx, vault, contractId)).map(({ kind, facts, since, ended_on, entered_at, entered_by }) => ({
        ...facts,
        issued_on: facts.issued_on as Day | null,
        born_on: facts.born_on as Day | null,
        kind: PAPER_NAMES[kind],
        since,
        ended_on,
        entered_at,
        entered_by,
      })),
  }),
  table({
    file: 'former_documents',
    title: 'Прежние документы',
    columns: [
      ['title', 'Название'],
      ['day', 'День', 'day'],
      ['kind', 'Вид', 'word'],
      ['url', 'Ссылка'],
    ],
    rows: formerDocumentsOf,
  }),
];
