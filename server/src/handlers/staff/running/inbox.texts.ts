import type { InboxKind } from '@kabinet/contract/staff';

/** What waits, by its kind; of some kinds by the cause. */
const INBOX_TITLES: Readonly<Record<InboxKind, string>> = {
  surplus: 'Деньги пришли лишний раз и не зачислены',
  mismatch: 'Банк сообщил другую сумму или незнакомый QR-код',
  transfer: 'Переводы, чей счёт не удалось понять',
  refund: 'Возвраты, которые банк ещё не выполнил',
  finding: 'Расхождения с реестром банка',
  conflict: 'Повтор платежа с другой суммой или другим счётом',
  drawer: 'В ящике было не то, что оставила прошлая смена',
  approval: 'Просят второго человека',
  effect: 'Не доставлено',
  event: 'Получатель не принял события',
  job: 'Задание не удалось',
  late_order: 'Заявки, на которые опоздали ответить',
  order: 'Заявки ждут ответа',
  call_back: 'Просят перезвонить',
  new_client: 'Хотят подключиться',
  receipt: 'Чеки не пробились',
  charge: 'Счета, с которых не удалось списать',
  call: 'Записи АТС, из которых не вышло звонка',
};

const CAUSES: Partial<Record<InboxKind, Readonly<Record<string, string>>>> = {
  refund: { due: 'Возвраты ждут отправки в банк', requested: 'Возвраты отправлены, банк не ответил' },
  finding: {
    ours_only: 'Зачислено у нас, в реестре банка нет',
    theirs_only: 'Есть в реестре банка, у нас не оплачено',
    sum_differs: 'В реестре банка другая сумма',
  },
  receipt: { sell: 'Чеки прихода не пробились', sell_refund: 'Чеки возврата не пробились' },
  call: {
    unknown_number: 'Записи АТС: ни один номер не наш',
    unknown_zone: 'Записи АТС: нет направления для номера',
    no_rate: 'Записи АТС: нет цены на направление',
    archived: 'Записи АТС: месяц звонка в архиве',
  },
};

/** Kinds whose cause is a name of its own, told behind the title. */
const NAMED: ReadonlySet<InboxKind> = new Set(['conflict', 'approval', 'effect', 'event', 'job']);

export function inboxTitle(kind: InboxKind, cause: string, name: string = cause): string {
  if (NAMED.has(kind)) return `${INBOX_TITLES[kind]}: ${name}`;
  return CAUSES[kind]?.[cause] ?? INBOX_TITLES[kind];
}
