import type { Instant } from '@kabinet/contract/kernel/day';
import { operatorCalls } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { staffReadsOf } from '#server/db/queries/staff-read.ts';
import { AUDIT_TEXTS } from '#server/domain/identity/session/audit.texts.ts';
import type { NotedChange } from '#server/domain/identity/sharing/tell-change.ts';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';
import { lookedAtText } from '#server/domain/shared/look.texts.ts';
import { AT_ONCE, parts, table, type ArchiveScope, type ArchiveTable } from './table.ts';

interface JournalData {
  readonly id: number;
  readonly happened_at: Instant;
  readonly kind: string;
  readonly is_of_other: boolean;
}

/** What happened to the access to the portal, after one of the lines. */
const journalData = (tx: Tx, contractId: number, after: number): Promise<JournalData[]> =>
  tx.rows(sql`
    select event_id as id, happened_at, kind, detail ? 'of' as is_of_other from audit_event
    where contract_id = ${contractId} and event_id > ${after}
    order by event_id limit ${AT_ONCE}`);

/** Events of sharing as the member's journal names them; the contract belongs to another subscriber. */
const OF_OTHERS: Readonly<Record<NotedChange, string>> = {
  share_began: 'вам открыли договор другого абонента',
  share_revoked: 'вам закрыли договор другого абонента',
  share_role_changed: 'вам дали другой доступ к договору другого абонента',
  share_term_changed: 'вам изменили срок доступа к договору другого абонента',
  share_expired: 'закончился ваш доступ к договору другого абонента',
  share_left: 'вы отказались от доступа к чужому договору',
};

const eventText = ({ kind, is_of_other: isOfOther }: JournalData): string =>
  (isOfOther ? EVENTS_OF_OTHERS[kind] : undefined) ?? EVENTS[kind] ?? kind;

const EVENTS: Readonly<Record<string, string>> = AUDIT_TEXTS;
const EVENTS_OF_OTHERS: Readonly<Record<string, string>> = OF_OTHERS;

async function* journal(tx: Tx, { contractId }: ArchiveScope) {
  for await (const rows of parts((after) => journalData(tx, contractId, after))) {
    yield rows.map((row) => ({ ...row, what: eventText(row) }));
  }
}

const MOST_READS = 100_000;
const HELP = new Map(Object.values(operatorCalls).map(({ command }) => [command.words, command.help]));

const staffReads = async (tx: Tx, contractId: number) =>
  (await staffReadsOf(tx, contractId, MOST_READS)).map((read) => ({
    ...read,
    role: ROLE_NAMES[read.role],
    what: lookedAtText(read.call, HELP),
  }));

export const safetyTables: readonly ArchiveTable[] = [
  table({
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
    rows: (tx, contractId) =>
      tx.rows(sql`
        select d.decided_at, t.title, t.version, d.is_given, host(d.ip) as ip, d.browser, t.text
        from consent_decision d join consent_text t using (consent_text_id)
        where d.contract_id = ${contractId}
        union all
        select c.given_at, 'Обратный звонок', c.version, true, c.ip, c.browser, c.text
        from call_back b join contact_consent c using (consent_id)
        where b.contract_id = ${contractId}
        order by 1`),
  }),
  table({
    file: 'sign_ins',
    title: 'Входы в кабинет',
    columns: [
      ['started_at', 'Вход', 'moment'],
      ['last_used_at', 'Последний раз', 'moment'],
      ['ended_at', 'Закрыт', 'moment'],
      ['browser', 'Браузер'],
      ['network', 'Сеть'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select started_at, last_used_at, ended_at, browser, network from session
        where contract_id = ${contractId} order by started_at`),
  }),
  table({
    file: 'shares',
    title: 'Кому открыт договор',
    columns: [
      ['since', 'С какого времени', 'moment'],
      ['member_id', 'Договор участника', 'number'],
      ['label', 'Кто без договора'],
      ['role', 'Доступ', 'word'],
      ['ends_at', 'Открыт до', 'moment'],
      ['ended_at', 'Закрыт', 'moment'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select since, case when member_id > 0 then member_id end as member_id, label, role, ends_at, ended_at from contract_share
        where contract_id = ${contractId} order by since`),
  }),
  table({
    file: 'ways_in',
    title: 'Ключи',
    columns: [
      ['kind', 'Вид'],
      ['name', 'Название'],
      ['added_at', 'Создан', 'moment'],
      ['used_at', 'Последний раз', 'moment'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select 'ключ входа' as kind, name, added_at, used_at from passkey where contract_id = ${contractId}
        union all
        select 'ключ для программ', name, created_at, used_at from personal_key where contract_id = ${contractId}
        order by 3`),
  }),
  {
    file: 'security_journal',
    title: 'Журнал безопасности',
    columns: [
      ['happened_at', 'Когда', 'moment'],
      ['what', 'Что произошло'],
    ],
    rows: journal,
  },
  table({
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
    rows: (tx, contractId) =>
      tx.rows(sql`
        select at, phone_number, what, period, browser, network from number_access
        where contract_id = ${contractId} order by number_access_id`),
  }),
  table({
    file: 'staff_reads',
    title: 'Кто из сотрудников смотрел',
    columns: [
      ['read_at', 'Когда', 'moment'],
      ['operator', 'Сотрудник'],
      ['role', 'Роль'],
      ['what', 'Что смотрел'],
    ],
    rows: staffReads,
  }),
];
