import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { paragraphsOf } from '#server/domain/messaging/message.texts.ts';
import { AT_ONCE, parts, table, type ArchiveScope, type ArchiveTable } from './table.ts';

interface MessageData {
  readonly id: number;
  readonly created_at: Instant;
  readonly title: string;
  readonly body: string;
  readonly read_at: Instant | null;
}

/** Notices to the contract after one of them. */
const messageData = (tx: Tx, contractId: number, after: number): Promise<MessageData[]> =>
  tx.rows(sql`
    select m.message_id as id, m.created_at, m.title, m.body, r.read_at
    from message m left join message_read r on r.message_id = m.message_id and r.contract_id = ${contractId}
    where m.contract_id = ${contractId} and m.message_id > ${after}
    order by m.message_id limit ${AT_ONCE}`);

async function* messages(tx: Tx, { contractId }: ArchiveScope) {
  for await (const rows of parts((after) => messageData(tx, contractId, after))) {
    yield rows.map((row) => ({ ...row, text: paragraphsOf(row).join('\n') }));
  }
}

export const supportTables: readonly ArchiveTable[] = [
  table({
    file: 'orders',
    title: 'Заявки',
    columns: [
      ['order_id', 'Заявка', 'number'],
      ['created_at', 'Создана', 'moment'],
      ['goal', 'Тема'],
      ['service', 'Услуга'],
      ['text', 'Текст'],
      ['state', 'Состояние', 'word'],
      ['phone', 'Телефон'],
      ['visit_from', 'Визит', 'moment'],
      ['rating', 'Оценка', 'number'],
      ['rating_text', 'Отзыв'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select o.order_id, o.created_at, g.name as goal, u.login as service, o.text, o.state, o.phone, o.visit_from, o.rating,
          o.rating_text
        from support_order o join support_goal g using (goal_id) left join service_user u using (user_id)
        where o.contract_id = ${contractId} order by o.order_id`),
  }),
  table({
    file: 'order_messages',
    title: 'Переписка по заявкам',
    columns: [
      ['order_id', 'Заявка', 'number'],
      ['happened_at', 'Когда', 'moment'],
      ['done_at', 'Когда сделано', 'moment'],
      ['author', 'Кто', 'word'],
      ['author_name', 'Имя'],
      ['text', 'Текст'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select e.order_id, e.happened_at, e.done_at, e.author, e.author_name, e.text
        from support_order o join support_event e using (order_id)
        where o.contract_id = ${contractId} order by e.support_event_id`),
  }),
  table({
    file: 'call_backs',
    title: 'Обратные звонки',
    columns: [
      ['created_at', 'Попросили', 'moment'],
      ['phone', 'Телефон'],
      ['topic', 'Тема'],
      ['call_from', 'Позвонить с', 'moment'],
      ['done_at', 'Закрыта', 'moment'],
      ['result', 'Итог', 'word'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select created_at, phone, topic, call_from, done_at,
          case when withdrawn_at is null then result else 'withdrawn' end as result
        from call_back
        where contract_id = ${contractId} order by created_at`),
  }),
  {
    file: 'notices',
    title: 'Уведомления',
    columns: [
      ['created_at', 'Когда', 'moment'],
      ['title', 'Заголовок'],
      ['text', 'Текст'],
      ['read_at', 'Прочитано', 'moment'],
    ],
    rows: messages,
  },
];
