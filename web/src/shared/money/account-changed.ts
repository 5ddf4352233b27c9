/** Said on `window` when the balance of an account differs from what it was before: after a payment, or a charge at once. */
export const ACCOUNT_CHANGED = 'accountChanged';

/** What becomes old when money or a credit limit has moved: every answer with a sum, or with what the sum makes possible. */
export const MONEY_OUTDATES = [
  'internet-account',
  'telephone',
  'telephone-account',
  'telephone-number',
  'user',
  'user-program',
  'internet-contract',
  'plan',
  'suspension',
  'payment',
  'promised-payment',
  'autopayment',
  'calendar',
  'notice',
] as const;
