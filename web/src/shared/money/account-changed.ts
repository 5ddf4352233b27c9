/** Said on `window` when the balance of an account differs from what it was before: after a payment, or a charge at once. */
export const ACCOUNT_CHANGED = 'accountChanged';
