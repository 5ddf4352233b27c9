import { sql } from '#server/db/sql.ts';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';
import { table, type ArchiveTable } from './table.ts';

const roleText = <Row extends { readonly role: string }>(row: Row) => ({
  ...row,
  role: (ROLE_NAMES as Readonly<Partial<Record<string, string>>>)[row.role] ?? row.role,
});

/** What the staff have done with a contract, and written about it: the subscriber may ask for it (152-ФЗ). */
export const staffTables: readonly ArchiveTable[] = [
  table({
    file: 'staff_changes',
    title: 'Что меняли сотрудники',
    columns: [
      ['made_at', 'Когда', 'moment'],
      ['operator', 'Сотрудник'],
      ['role', 'Роль'],
      ['login', 'Логин'],
      ['text', 'Что изменили'],
    ],
    rows: async (tx, contractId) =>
      (
        await tx.rows<{ made_at: never; operator: string; role: string; login: string | null; text: string }>(sql`
          select c.made_at, c.operator, c.role, u.login, c.text
          from staff_change c left join service_user u using (user_id)
          where c.contract_id = ${contractId} order by c.made_at, staff_change_id`)
      ).map(roleText),
  }),
  table({
    file: 'individual_prices',
    title: 'Индивидуальные цены и скидки',
    columns: [
      ['given_at', 'Когда дали', 'moment'],
      ['given_by', 'Сотрудник'],
      ['service', 'Услуга'],
      ['phone_number', 'Номер'],
      ['name', 'На что'],
      ['percent', 'Скидка, %', 'number'],
      ['price_kopecks', 'Цена', 'money'],
      ['from_day', 'С какого дня', 'day'],
      ['until_day', 'Первый день без неё', 'day'],
      ['ended_on', 'Отменили со дня', 'day'],
      ['ended_at', 'Когда отменили', 'moment'],
      ['ended_by', 'Кто отменил'],
      ['reason', 'Причина'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select given_at, given_by, u.name as service, i.phone_number, coalesce(p.name, o.name, g.name, 'Тариф') as name, percent, i.price_kopecks,
          from_day, until_day, ended_on, ended_at, ended_by, i.reason
        from individual_price i left join service_user u using (user_id) left join plan p on p.plan_id = i.plan_id
        left join plan_option o on o.option_id = i.option_id left join program g on g.program_id = i.program_id
        where i.contract_id = ${contractId} order by individual_price_id`),
  }),
  table({
    file: 'former_addresses',
    title: 'Прежние адреса договора',
    columns: [
      ['moved_on', 'Переезд', 'day'],
      ['moved_at', 'Записали', 'moment'],
      ['town', 'Город'],
      ['street', 'Улица'],
      ['house', 'Дом'],
      ['flat', 'Квартира'],
      ['document', 'Основание'],
      ['operator', 'Сотрудник'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select moved_on, moved_at, t.name as town, s.name as street, house, flat, document, operator
        from contract_move join town t using (town_id) left join street s using (street_id)
        where contract_id = ${contractId} order by contract_move_id`),
  }),
  table({
    file: 'staff_notes',
    title: 'Заметки сотрудников',
    columns: [
      ['made_at', 'Когда', 'moment'],
      ['done_at', 'О каком времени', 'moment'],
      ['operator', 'Сотрудник'],
      ['role', 'Роль'],
      ['text', 'Заметка'],
    ],
    rows: async (tx, contractId) =>
      (
        await tx.rows<{ made_at: never; done_at: null; operator: string; role: string; text: string }>(sql`
          select made_at, done_at, operator, role, text from staff_note
          where contract_id = ${contractId} order by made_at, staff_note_id`)
      ).map(roleText),
  }),
  table({
    file: 'service_blocks',
    title: 'Отключения провайдером',
    columns: [
      ['blocked_at', 'Отключили', 'moment'],
      ['lifted_at', 'Включили', 'moment'],
      ['service', 'Услуга'],
      ['login', 'Логин'],
      ['reason', 'Причина'],
      ['operator', 'Сотрудник'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select b.blocked_at, b.lifted_at, u.name as service, u.login, b.reason, b.operator
        from service_user u join service_block b using (user_id)
        where u.contract_id = ${contractId}
        union all
        select b.blocked_at, b.lifted_at, 'Телефон', n.phone_number, b.reason, b.operator
        from phone_number n join number_block b using (phone_number)
        where n.contract_id = ${contractId} order by blocked_at`),
  }),
];
