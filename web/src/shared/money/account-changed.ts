/** Event on `window` when the balance of an account has changed: after a payment, or an immediate charge. */
export const ACCOUNT_CHANGED = 'accountChanged';
