import { operatorCalls } from '@kabinet/contract/operator';
import type { Tx } from '#db/database.ts';
import { staffReadsOf } from '#db/staff-read.queries.ts';
import { ROLE_NAMES } from '#domain/shared/roles.texts.ts';
import * as data from './told.queries.ts';
import { parts, short, type Asked, type Table } from './table.ts';

const EVENTS: Readonly<Record<string, string>> = {
  signed_in: 'вход в кабинет',
  password_changed: 'сменили пароль',
  service_password_changed: 'сменили пароль услуги',
  service_unlocked: 'разблокировали услугу',
  sip_limits_changed: 'изменили лимиты SIP',
  second_step_on: 'включили второй шаг',
  second_step_off: 'выключили второй шаг',
  second_step_codes: 'новые запасные коды',
  session_ended: 'закрыли кабинет на устройстве',
  session_secret_reused: 'закрыли кабинет: его ключ могли скопировать',
  personal_key_created: 'создали ключ для программ',
  sign_in_locked: 'слишком много неверных паролей',
};

async function* journal(tx: Tx, { contractId }: Asked) {
  for await (const rows of parts((after) => data.journalData(tx, contractId, after))) {
    yield rows.map((row) => ({ ...row, what: EVENTS[row.kind] ?? row.kind }));
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

export const safetyTables: readonly Table[] = [
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
