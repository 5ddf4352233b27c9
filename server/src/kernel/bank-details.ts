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

/** Whether the check digits of an INN of 10 or 12 digits match. */
export function isInn(inn: string): boolean {
  if (/^\d{10}$/.test(inn)) return controlOf(inn, TEN) === Number(inn[9]);
  return (
    /^\d{12}$/.test(inn) && controlOf(inn, ELEVEN) === Number(inn[10]) && controlOf(inn, TWELVE) === Number(inn[11])
  );
}

const TEN = [2, 4, 10, 3, 5, 9, 4, 6, 8] as const;
const ELEVEN = [7, ...TEN] as const;
const TWELVE = [3, ...ELEVEN] as const;

const controlOf = (inn: string, weights: readonly number[]): number =>
  (weights.reduce((sum, weight, at) => sum + weight * Number(inn[at]), 0) % 11) % 10;
