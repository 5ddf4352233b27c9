import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';

/** A request of a payment agent in any protocol. */
export type AgentRequest =
  | { readonly command: 'check'; readonly account: string; readonly amount: Kopecks | undefined }
  | AgentPayRequest
  | { readonly command: 'status'; readonly txnId: string }
  | AgentCancelRequest;

export interface AgentPayRequest {
  readonly command: 'pay';
  /** The payment agent's number of the payment, unique for this agent for ever. */
  readonly txnId: string;
  /** As the payer typed it. */
  readonly account: string;
  readonly amount: Kopecks;
  /** The payment agent's day of the payment; ours if it gives none. */
  readonly day: Day | undefined;
}

/** Our number takes precedence: some payment agents number cancellations separately. */
export interface AgentCancelRequest {
  readonly command: 'cancel';
  readonly txnId: string | undefined;
  readonly transactionId: number | undefined;
}

/** The reason for a refusal; each protocol has its own code for it. */
export type AgentRefusal =
  | 'command_unknown'
  | 'request_unreadable'
  | 'txn_unreadable'
  | 'date_unreadable'
  | 'account_unreadable'
  | 'account_unknown'
  | 'account_closed'
  | 'sum_unreadable'
  | 'sum_too_small'
  | 'sum_too_large'
  | 'conflict'
  | 'operation_unknown'
  | 'operation_cancelled'
  | 'cancel_too_late'
  | 'cancel_spent'
  /**
   * A failure of ours: the payment agent repeats the request. Any other reply could leave the two ledgers different.
   */
  | 'temporary';

/** Shown to the person at the terminal or in the bank. */
export const REFUSAL_TEXTS: Readonly<Record<AgentRefusal, string>> = {
  command_unknown: 'Неизвестная команда',
  request_unreadable: 'Запрос не удалось прочитать',
  txn_unreadable: 'Неверный номер платежа',
  date_unreadable: 'Неверная дата платежа',
  account_unreadable: 'Неверный формат лицевого счёта',
  account_unknown: 'Лицевой счёт не найден',
  account_closed: 'Договор закрыт, платежи не принимаются',
  sum_unreadable: 'Неверный формат суммы',
  sum_too_small: 'Сумма слишком мала',
  sum_too_large: 'Сумма слишком велика',
  conflict: 'Платёж с этим номером уже есть, с другой суммой или другим счётом',
  operation_unknown: 'Платёж не найден',
  operation_cancelled: 'Платёж отменён',
  cancel_too_late: 'Отменить можно только в день платежа',
  cancel_spent: 'Деньги платежа уже израсходованы',
  temporary: 'Временная ошибка, повторите запрос позже',
};

/** Facts about an account that its payer may see. */
export interface TellableAccount {
  readonly name: string;
  /** Only for a payment agent that may show it. */
  readonly balance: Kopecks | undefined;
}

/** A recorded payment, for a receipt. */
export interface RecordedPayment {
  readonly txnId: string;
  /** Our number of the payment. */
  readonly transactionId: number;
  readonly amount: Kopecks;
  readonly at: Date;
  /** IANA zone of the time on the receipt: the provider's. */
  readonly zone: string;
}

/** Formats the replies that are stored for ever, in the payment agent's protocol. */
export interface AgentReceipts {
  paid(payment: RecordedPayment): string;
  cancelled(payment: RecordedPayment): string;
}

export type AgentOutcome =
  | { readonly kind: 'account'; readonly account: TellableAccount }
  /** The reply stored when the payment was made; sent again byte for byte. */
  | { readonly kind: 'kept'; readonly answer: string }
  | { readonly kind: 'refused'; readonly refusal: AgentRefusal };

export const refused = (refusal: AgentRefusal): AgentOutcome => ({ kind: 'refused', refusal });
