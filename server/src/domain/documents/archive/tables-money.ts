import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { methodText } from '../line.texts.ts';
import { statementHead, statementLines } from '../statement.ts';
import { table, type ArchiveScope, type ArchiveTable } from './table.ts';

const LONG_AGO = '1990-01-01' as Day;

/** The accounts whose lines are read one after the other. */
const archivedAccountsOf = (tx: Tx, contractId: number): Promise<{ kind: 'i' | 't' }[]> =>
  tx.rows(sql`select kind from account where contract_id = ${contractId} order by kind`);

async function* operations(tx: Tx, { contractId, today }: ArchiveScope) {
  for (const { kind } of await archivedAccountsOf(tx, contractId)) {
    const wanted = { kind: 'statement', p: kind, from: LONG_AGO, until: today, format: 'csv' } as const;
    const head = await statementHead(tx, contractId, wanted);
    for await (const lines of statementLines(tx, head)) {
      yield lines.map((line) => ({
        ...line,
        account_no: head.account.account_no,
        side: line.side === 'paid' ? 'пополнение' : 'списание',
        amount_kopecks: line.amount,
        balance_kopecks: line.balance,
        method: line.method === null ? null : methodText(line.method),
      }));
    }
  }
}

export const moneyTables: readonly ArchiveTable[] = [
  table({
    file: 'accounts',
    title: 'Лицевые счета',
    columns: [
      ['kind', 'Счёт'],
      ['account_no', 'Номер счёта'],
      ['balance_kopecks', 'Остаток, ₽', 'money'],
      ['credit_limit_kopecks', 'Кредит, ₽', 'money'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select case kind when 'i' then 'Интернет' else 'Телефон' end as kind, account_no, balance_kopecks, credit_limit_kopecks
        from account where contract_id = ${contractId} order by kind`),
  }),
  {
    file: 'operations',
    title: 'Операции по счетам',
    columns: [
      ['at', 'Когда', 'moment'],
      ['account_no', 'Номер счёта'],
      ['side', 'Вид'],
      ['text', 'Операция'],
      ['amount_kopecks', 'Сумма, ₽', 'money'],
      ['balance_kopecks', 'Остаток, ₽', 'money'],
      ['method', 'Способ'],
      ['service_from', 'Период с', 'day'],
      ['service_until', 'Период до', 'day'],
    ],
    rows: operations,
  },
  table({
    file: 'promised_payments',
    title: 'Обещанные платежи',
    columns: [
      ['taken_at', 'Взят', 'moment'],
      ['account_no', 'Номер счёта'],
      ['amount_kopecks', 'Сумма, ₽', 'money'],
      ['ends_on', 'Действует до', 'day'],
      ['state', 'Состояние'],
      ['closed_at', 'Закрыт', 'moment'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select p.taken_at, a.account_no, p.amount_kopecks, p.ends_on,
          case p.state when 'active' then 'действует' when 'repaid' then 'погашен' else 'закончился' end as state, p.closed_at
        from account a join promised_payment p using (account_id)
        where a.contract_id = ${contractId} order by p.taken_at`),
  }),
  table({
    file: 'payments',
    title: 'Платежи из кабинета',
    columns: [
      ['created_at', 'Начат', 'moment'],
      ['account_no', 'Номер счёта'],
      ['amount_kopecks', 'Сумма, ₽', 'money'],
      ['origin', 'Откуда', 'word'],
      ['state', 'Состояние', 'word'],
      ['paid_at', 'Оплачен', 'moment'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select p.created_at, a.account_no, p.amount_kopecks - coalesce(p.other_kopecks, 0) as amount_kopecks, p.origin, p.state,
          p.paid_at
        from account a join payment p using (account_id)
        where a.contract_id = ${contractId}
        union all
        select p.created_at, a.account_no, p.other_kopecks, p.origin, p.state, p.paid_at
        from account a join payment p on p.other_account_id = a.account_id
        where a.contract_id = ${contractId}
        order by created_at, account_no`),
  }),
  table({
    file: 'payment_links',
    title: 'Ссылки для оплаты',
    columns: [
      ['made_at', 'Создана', 'moment'],
      ['account_no', 'Номер счёта'],
      ['amount_kopecks', 'Сумма, ₽', 'money'],
      ['words', 'За что'],
      ['expires_at', 'Действует до', 'moment'],
      ['ended_at', 'Закрыта', 'moment'],
      ['paid_at', 'Оплачена', 'moment'],
      ['payer_note', 'Плательщик написал'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select l.made_at, a.account_no, l.amount_kopecks, l.words, l.expires_at, l.ended_at, l.paid_at, l.payer_note
        from account a join payment_link l using (account_id)
        where a.contract_id = ${contractId}
        order by l.made_at, l.payment_link_id`),
  }),
  table({
    file: 'autopayments',
    title: 'Автоплатежи',
    columns: [
      ['account_no', 'Номер счёта'],
      ['state', 'Состояние', 'word'],
      ['days_ahead', 'За сколько дней', 'number'],
      ['ceiling_kopecks', 'Не больше в месяц, ₽', 'money'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select a.account_no, p.state, p.days_ahead, p.ceiling_kopecks
        from account a join autopayment p using (account_id) where a.contract_id = ${contractId}`),
  }),
];
