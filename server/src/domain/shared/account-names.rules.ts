/** What the accounts of a contract are called: internet with all that it pays for, and telephone. */
export const ACCOUNT_NAMES = { i: 'Интернет', t: 'Телефон' } as const;
