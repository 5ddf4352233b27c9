/** Event on `window` when the balance of an account has changed: after a payment, or an immediate charge. */
export const ACCOUNT_CHANGED = 'accountChanged';

/** The resources that a change of money or of a credit limit invalidates: all results that contain sums or depend on them. */
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
