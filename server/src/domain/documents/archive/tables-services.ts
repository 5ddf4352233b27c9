import { sql } from '#server/db/sql.ts';
import { table, type ArchiveTable } from './table.ts';

export const servicesTables: readonly ArchiveTable[] = [
  table({
    file: 'contract',
    title: 'Договор',
    columns: [
      ['contract_id', 'Договор', 'number'],
      ['printed_no', 'Номер на бумагах'],
      ['client_name', 'Абонент'],
      ['town', 'Город'],
      ['street', 'Улица'],
      ['house', 'Дом'],
      ['flat', 'Квартира'],
      ['opened_on', 'Подписан', 'day'],
      ['billing_day', 'День списания', 'number'],
      ['state', 'Состояние'],
      ['closed_on', 'Расторгнут', 'day'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select c.contract_id, c.printed_no, c.client_name, t.name as town, s.name as street, c.house, c.flat, c.opened_on, c.billing_day,
          case c.state when 'active' then 'действует' when 'suspended' then 'приостановлен' else 'закрыт' end as state, c.closed_on
        from contract c join town t using (town_id) left join street s on s.street_id = c.street_id
        where c.contract_id = ${contractId}`),
  }),
  table({
    file: 'contacts',
    title: 'Контакты',
    columns: [
      ['kind', 'Вид', 'word'],
      ['value', 'Контакт'],
      ['label', 'Имя'],
      ['is_confirmed', 'Подтверждён', 'yes'],
      ['confirmed_at', 'Когда', 'moment'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select kind, value, label, state = 'active' as is_confirmed, confirmed_at from contact where contract_id = ${contractId}
        union all
        select 'documents', address, null, true, confirmed_at from telephone_documents where contract_id = ${contractId}
        union all
        select kind, address, name, confirmed_at is not null, confirmed_at from further_contact where contract_id = ${contractId}`),
  }),
  table({
    file: 'services',
    title: 'Услуги и номера',
    columns: [
      ['service', 'Услуга'],
      ['kind', 'Вид', 'word'],
      ['login', 'Логин или номер'],
      ['address', 'Адрес'],
      ['plan', 'Тариф'],
      ['state', 'Состояние', 'word'],
      ['opened_on', 'Подключена', 'day'],
      ['closed_on', 'Закрыта', 'day'],
      ['ip', 'Постоянный адрес в сети'],
      ['circuit', 'Порт линии'],
      ['sessions', 'Устройств сразу'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select u.name as service, u.user_type as kind, u.login, u.address, p.name as plan, u.state, u.opened_on, u.closed_on,
          host(l.address) as ip, l.circuit, l.sessions::text
        from service_user u left join plan p on p.plan_id = u.plan_id left join service_line l using (user_id)
        where u.contract_id = ${contractId}
        union all
        select 'Телефонный номер', 'telephone', n.phone_number, '', p.name, n.state, n.opened_on, n.closed_on, null, null, null
        from phone_number n join plan p on p.plan_id = n.plan_id
        where n.contract_id = ${contractId}
        order by opened_on, login`),
  }),
  // Those that are on, or will be switched.
  table({
    file: 'options',
    title: 'Опции и пакеты',
    columns: [
      ['what', 'Что подключено'],
      ['service', 'Услуга'],
      ['login', 'Логин'],
      ['status', 'Состояние', 'word'],
      ['since', 'С какого дня', 'day'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select o.name as what, u.name as service, u.login, x.status, x.since
        from service_user u join user_option x using (user_id) join plan_option o using (option_id)
        where u.contract_id = ${contractId}
        union all
        select p.name, u.name, u.login, x.status, x.since
        from service_user u join user_program x using (user_id) join program p using (program_id)
        where u.contract_id = ${contractId}
        union all
        select p.name, null, null, x.status, x.since from contract_program x join program p using (program_id)
        where x.contract_id = ${contractId}`),
  }),
  table({
    file: 'plan_changes',
    title: 'Смены тарифа',
    columns: [
      ['made_at', 'Когда решили', 'moment'],
      ['service', 'Услуга'],
      ['login', 'Логин'],
      ['plan', 'Тариф'],
      ['from_day', 'С какого дня', 'day'],
      ['state', 'Состояние', 'word'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select c.made_at, u.name as service, u.login, p.name as plan, c.from_day, c.state
        from service_user u join plan_change c using (user_id) join plan p on p.plan_id = c.plan_id
        where u.contract_id = ${contractId} order by c.made_at`),
  }),
  table({
    file: 'suspensions',
    title: 'Приостановления',
    columns: [
      ['made_at', 'Когда решили', 'moment'],
      ['service', 'Услуга'],
      ['login', 'Логин'],
      ['from_day', 'С какого дня', 'day'],
      ['until_day', 'День возврата', 'day'],
      ['state', 'Состояние', 'word'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select s.made_at, u.name as service, u.login, s.from_day, s.until_day, s.state
        from service_user u join suspension s using (user_id)
        where u.contract_id = ${contractId} order by s.made_at`),
  }),
  table({
    file: 'schedule_changes',
    title: 'График доступа, что меняли',
    columns: [
      ['happened_at', 'Когда', 'moment'],
      ['service', 'Услуга'],
      ['login', 'Логин'],
      ['text', 'Что изменили'],
      ['who', 'Откуда'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select c.happened_at, u.name as service, u.login, c.text, c.who
        from service_user u join access_schedule_change c using (user_id)
        where u.contract_id = ${contractId} order by c.happened_at`),
  }),
  table({
    file: 'mailboxes',
    title: 'Почтовые ящики',
    columns: [
      ['address', 'Ящик'],
      ['other_names', 'Другие имена'],
      ['copies_to', 'Копии на адрес'],
      ['is_copied', 'Пересылка включена', 'yes'],
      ['is_answered', 'Автоответ включён', 'yes'],
      ['subject', 'Тема ответа'],
      ['body', 'Текст ответа'],
      ['from_day', 'Отвечает с', 'day'],
      ['until_day', 'Отвечает до', 'day'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select m.address, (select string_agg(a.address, ', ' order by a.address) from mail_address a where a.user_id = m.user_id and not a.is_own)
            as other_names,
          f.target as copies_to, f.is_on as is_copied, r.is_on as is_answered, r.subject, r.body, r.from_day, r.until_day
        from service_user u join mailbox m using (user_id) left join mail_forward f using (user_id) left join mail_reply r using (user_id)
        where u.contract_id = ${contractId} order by m.address`),
  }),
  table({
    file: 'tv_devices',
    title: 'Устройства ТВ',
    columns: [
      ['login', 'Логин'],
      ['kind', 'Вид', 'word'],
      ['name', 'Имя'],
      ['serial', 'Серийный номер'],
      ['seen_at', 'Когда смотрели', 'moment'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select u.login, d.kind, d.name, d.serial, d.seen_at
        from service_user u join tv_device d using (user_id) where u.contract_id = ${contractId} order by u.login, d.device_id`),
  }),
];
