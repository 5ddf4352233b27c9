// Check digits of Russian bank details: a mistyped number would send the clients' money to somebody else.

const WEIGHTS = [7, 1, 3] as const;

/** The weighted sum of the account and the bank's three digits ends in 0 (Central Bank, procedure for check digits). */
const isWeighed = (prefix: string, account: string): boolean => {
  const digits = Array.from(prefix + account, Number);
  const sum = digits.reduce((total, digit, at) => total + digit * (WEIGHTS[at % 3] ?? 1), 0);
  return sum % 10 === 0;
};

/** Whether an account may belong to the bank with that BIC. */
export const isAccountOf = (bic: string, account: string): boolean => isWeighed(bic.slice(-3), account);

/** Whether a correspondent account may belong to the bank with that BIC. */
export const isCorrAccountOf = (bic: string, account: string): boolean =>
  account.slice(-3) === bic.slice(-3) && isWeighed(`0${bic.slice(4, 6)}`, account);
