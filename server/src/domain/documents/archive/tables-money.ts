import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { methodText } from '../line.texts.ts';
import { statementHead, statementLines } from '../statement.ts';
import * as data from './data.queries.ts';
import { short, type ArchiveScope, type ArchiveTable } from './table.ts';

const LONG_AGO = '1990-01-01' as Day;

async function* operations(tx: Tx, { contractId, today }: ArchiveScope) {
  for (const { kind } of await data.archivedAccountsOf(tx, contractId)) {
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
  {
    file: 'accounts',
    title: 'Лицевые счета',
    columns: [
      ['kind', 'Счёт'],
      ['account_no', 'Номер счёта'],
      ['balance_kopecks', 'Остаток, ₽', 'money'],
      ['credit_limit_kopecks', 'Кредит, ₽', 'money'],
    ],
    rows: short(data.accountData),
  },
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
  {
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
    rows: short(data.promiseData),
  },
  {
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
    rows: short(data.paymentData),
  },
  {
    file: 'autopayments',
    title: 'Автоплатежи',
    columns: [
      ['account_no', 'Номер счёта'],
      ['state', 'Состояние', 'word'],
      ['days_ahead', 'За сколько дней', 'number'],
      ['ceiling_kopecks', 'Не больше в месяц, ₽', 'money'],
    ],
    rows: short(data.autopaymentData),
  },
];
