/** Names of a contract's accounts: internet with everything that it pays for, and telephone. */
export const ACCOUNT_NAMES = { i: 'Интернет', t: 'Телефон' } as const;
