import { operatorCalls } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { staffReadsOf } from '#server/db/queries/staff-read.ts';
import { AUDIT_TEXTS } from '#server/domain/identity/session/audit.texts.ts';
import { ROLE_NAMES } from '#server/domain/shared/roles.texts.ts';
import * as data from './told.queries.ts';
import { parts, short, type ArchiveScope, type ArchiveTable } from './table.ts';

/** Events of sharing as the member's journal names them; the contract belongs to another subscriber. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  share_began: 'вам открыли договор другого абонента',
  share_revoked: 'вам закрыли договор другого абонента',
  share_left: 'вы отказались от доступа к чужому договору',
};

const eventText = ({ kind, is_of_other: isOfOther }: data.JournalData): string =>
  (isOfOther ? OF_OTHERS[kind] : undefined) ?? EVENTS[kind] ?? kind;

const EVENTS: Readonly<Record<string, string>> = AUDIT_TEXTS;

async function* journal(tx: Tx, { contractId }: ArchiveScope) {
  for await (const rows of parts((after) => data.journalData(tx, contractId, after))) {
    yield rows.map((row) => ({ ...row, what: eventText(row) }));
  }
}

const MOST_READS = 100_000;
const HELP = new Map(Object.values(operatorCalls).map(({ command }) => [command.words, command.help]));

const staffReads = short(async (tx, contractId) =>
  (await staffReadsOf(tx, contractId, MOST_READS)).map((read) => ({
    ...read,
    role: ROLE_NAMES[read.role],
    what: HELP.get(read.call) ?? read.call,
  })),
);

export const safetyTables: readonly ArchiveTable[] = [
  {
    file: 'consents',
    title: 'Согласия',
    columns: [
      ['decided_at', 'Когда', 'moment'],
      ['title', 'Согласие'],
      ['version', 'Редакция'],
      ['is_given', 'Дано', 'yes'],
      ['ip', 'Адрес'],
      ['browser', 'Браузер'],
      ['text', 'Текст'],
    ],
    rows: short(data.consentData),
  },
  {
    file: 'sign_ins',
    title: 'Входы в кабинет',
    columns: [
      ['started_at', 'Вход', 'moment'],
      ['last_used_at', 'Последний раз', 'moment'],
      ['ended_at', 'Закрыт', 'moment'],
      ['browser', 'Браузер'],
      ['network', 'Сеть'],
    ],
    rows: short(data.signInData),
  },
  {
    file: 'shares',
    title: 'Кому открыт договор',
    columns: [
      ['since', 'С какого времени', 'moment'],
      ['member_id', 'Договор участника', 'number'],
      ['role', 'Доступ', 'word'],
      ['ended_at', 'Закрыт', 'moment'],
    ],
    rows: short(data.shareData),
  },
  {
    file: 'ways_in',
    title: 'Ключи',
    columns: [
      ['kind', 'Вид'],
      ['name', 'Название'],
      ['added_at', 'Создан', 'moment'],
      ['used_at', 'Последний раз', 'moment'],
    ],
    rows: short(data.wayInData),
  },
  {
    file: 'security_journal',
    title: 'Журнал безопасности',
    columns: [
      ['happened_at', 'Когда', 'moment'],
      ['what', 'Что произошло'],
    ],
    rows: journal,
  },
  {
    file: 'shown_numbers',
    title: 'Просмотры номеров собеседников',
    columns: [
      ['at', 'Когда', 'moment'],
      ['phone_number', 'Ваш номер'],
      ['what', 'Что', 'word'],
      ['period', 'Месяц'],
      ['browser', 'Браузер'],
      ['network', 'Сеть'],
    ],
    rows: short(data.numberAccessData),
  },
  {
    file: 'staff_reads',
    title: 'Кто из сотрудников смотрел',
    columns: [
      ['read_at', 'Когда', 'moment'],
      ['operator', 'Сотрудник'],
      ['role', 'Роль'],
      ['what', 'Что смотрел'],
    ],
    rows: staffReads,
  },
];
