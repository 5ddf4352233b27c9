import type { Tx } from '#server/db/database.ts';
import { paragraphsOf } from '#server/domain/messaging/message.texts.ts';
import * as data from './told.queries.ts';
import { parts, short, type ArchiveScope, type ArchiveTable } from './table.ts';

async function* messages(tx: Tx, { contractId }: ArchiveScope) {
  for await (const rows of parts((after) => data.messageData(tx, contractId, after))) {
    yield rows.map((row) => ({ ...row, text: paragraphsOf(row).join('\n') }));
  }
}

export const supportTables: readonly ArchiveTable[] = [
  {
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
    rows: short(data.orderData),
  },
  {
    file: 'order_messages',
    title: 'Переписка по заявкам',
    columns: [
      ['order_id', 'Заявка', 'number'],
      ['happened_at', 'Когда', 'moment'],
      ['author', 'Кто', 'word'],
      ['author_name', 'Имя'],
      ['text', 'Текст'],
    ],
    rows: short(data.orderEventData),
  },
  {
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
    rows: short(data.callBackData),
  },
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
