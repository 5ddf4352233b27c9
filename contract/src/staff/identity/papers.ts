import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { CHANGED, TERMS, termsChange } from '../../kernel/call/staff-change.ts';
import { DayText, InstantText } from '../../kernel/call/wire.ts';
import { Numbered, words, WrittenDayOfLife } from '../inputs.ts';
import { PersonDocument, PersonName, PersonPaper } from '../personal.ts';
import { FoundContract } from './search.ts';

const OFFICE = ['cashier', 'support', 'accountant'] as const;
const READS = ['support', 'accountant', 'auditor'] as const;

export const PAPER_KINDS = ['passport', 'other', 'company', 'trader'] as const;
const KINDS_TEXT = 'passport, other, company или trader';

/** Typed by a clerk; the journal keeps that it was typed, and not what. */
const typed = (most: number, what: string) => words(most, what).optional().meta({ secret: true });
const typedDay = WrittenDayOfLife.optional().meta({ secret: true });

const Paper = z.object({
  paper_id: z.int(),
  kind: z.enum(PAPER_KINDS),
  since: DayText,
  until: DayText.nullable().meta({ description: 'The day on which another one replaced it; null: it holds' }),
  entered_at: InstantText,
  entered_by: z.string(),
  title: PersonPaper.nullable().meta({ description: 'Of another document: what it is' }),
  number: PersonDocument.meta({ description: 'Series and number of a document; the INN of a company' }),
  issued_by: PersonPaper.nullable(),
  issued_on: PersonPaper.nullable(),
  born_on: PersonPaper.nullable(),
  registered_at: PersonPaper.nullable().meta({ description: 'The address of the registration of a person' }),
  kpp: PersonPaper.nullable(),
  ogrn: PersonDocument.nullable(),
  legal_name: PersonName.nullable(),
  legal_address: PersonPaper.nullable(),
  signatory: PersonPaper.nullable().meta({ description: 'Who signs, and by which power' }),
});

/** The document of a person, or the requisites of a company. */
export const papers = {
  enter: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/document',
    summary:
      'Enters the document of a person, or the requisites of a company; the former one ends today and stays in the history. Sealed: who enters it need not be one who sees it',
    roles: OFFICE,
    command: {
      words: 'contract document',
      arguments: { contract_id: 'договор', kind: KINDS_TEXT },
      options: {
        title: 'иной документ: какой',
        series: 'серия',
        number: 'номер',
        issued_by: 'кем выдан',
        issued_on: 'когда выдан',
        born_on: 'дата рождения',
        registered_at: 'адрес регистрации',
        inn: 'ИНН',
        kpp: 'КПП организации',
        ogrn: 'ОГРН или ОГРНИП',
        legal_name: 'полное название',
        legal_address: 'юридический адрес',
        signatory: 'кто подписывает и на каком основании',
        ...TERMS,
      },
      help: 'внести паспорт или реквизиты: прежние останутся в истории',
    },
    body: termsChange({
      contract_id: Numbered,
      kind: z.enum(PAPER_KINDS, `Что вносите: ${KINDS_TEXT}`),
      title: typed(100, 'Документ'),
      series: typed(20, 'Серия'),
      number: typed(30, 'Номер'),
      issued_by: typed(300, 'Кем выдан'),
      issued_on: typedDay,
      born_on: typedDay,
      registered_at: typed(300, 'Адрес регистрации'),
      inn: typed(20, 'ИНН'),
      kpp: typed(20, 'КПП'),
      ogrn: typed(30, 'ОГРН'),
      legal_name: typed(300, 'Название'),
      legal_address: typed(300, 'Юридический адрес'),
      signatory: typed(300, 'Кто подписывает'),
    }),
    result: z.object({
      ...CHANGED,
      kind: z.enum(PAPER_KINDS),
      since: DayText,
      replaced: z
        .enum(PAPER_KINDS)
        .nullable()
        .meta({ description: 'The kind of the one that ends; null: there was none' }),
    }),
    problems: ['contract_unknown', 'changed_meanwhile', 'change_not_allowed'],
  }),
  show: operatorCall({
    method: 'GET',
    path: '/staff/v1/clients/documents',
    summary: 'The document of a person, or the requisites of a company, and the former ones, the latest first',
    roles: READS,
    command: {
      words: 'contract documents',
      arguments: { contract_id: 'договор' },
      help: 'паспорт или реквизиты абонента и прежние',
    },
    query: z.strictObject({ contract_id: Numbered }),
    result: z.object({ contract_id: z.int(), papers: z.array(Paper) }),
    problems: ['contract_unknown'],
  }),
  find: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/by-document',
    summary:
      'Contracts of whoever has this document: by the whole series and number, INN or OGRN, because only a keyed hash is compared. It comes in the body, so that no log of addresses has it',
    roles: ['accountant'],
    command: {
      words: 'search document',
      arguments: { number: 'серия и номер, ИНН или ОГРН целиком' },
      help: 'чей это документ: договоры по паспорту, ИНН или ОГРН',
    },
    body: z.strictObject({ number: words(40, 'Номер').meta({ secret: true }) }),
    result: z.object({ items: z.array(FoundContract) }),
    problems: [],
  }),
};
