import type { Result } from '@kabinet/contract/kernel/call/call';
import type { DebtBand } from '@kabinet/contract/kernel/debt-band';
import type { OperatorContract, ReportName } from '@kabinet/contract/staff';

type Reports = OperatorContract['reports'];

export const SERVICE_NAMES: Readonly<Record<Result<Reports['services']>['items'][number]['service'], string>> = {
  internet: 'Интернет',
  tv: 'ТВ',
  sip: 'SIP-телефония',
  mail: 'Почта',
  telephone: 'Телефон',
  other: 'Прочее',
};

export const SOURCE_NAMES: Readonly<Record<Result<Reports['payments']>['items'][number]['source'], string>> = {
  cash: 'Касса',
  bank: 'Банки',
  terminal: 'Терминалы',
  card: 'Карты',
  sbp: 'СБП',
  transfer: 'Переводы',
  promised: 'Обещанный платёж',
  other: 'Прочее',
};

export const BAND_NAMES: Readonly<Record<DebtBand, string>> = {
  week: 'до 7 дней',
  month: '8–30 дней',
  quarter: '31–90 дней',
  older: 'больше 90 дней',
};

/** The headings of each table. */
export const REPORT_COLUMNS: Readonly<Record<ReportName, readonly string[]>> = {
  revenue: ['день', 'начислено', 'возвращено', 'выручка', 'месяц назад'],
  services: ['услуга', 'тариф', 'начислено', 'возвращено', 'выручка', 'прошлый месяц'],
  payments: ['день', 'источник', 'получено', 'возвращено', 'сумма', 'платежей и возвратов'],
  debtors: ['возраст долга', 'договоров', 'долг'],
  contracts: ['месяц', 'новых', 'ушедших', 'прирост', 'на конец месяца', 'услуг подключено', 'услуг закрыто'],
  bill: ['месяц', 'выручка', 'договоров', 'средний счёт'],
  promises: ['месяц', 'взято', 'на сумму', 'возвращено', 'не возвращено', 'действует'],
};
