// Numbers of Russian documents and requisites: which spellings are possible, and whether their check digits match.

const TEN = [2, 4, 10, 3, 5, 9, 4, 6, 8] as const;
const ELEVEN = [7, ...TEN] as const;
const TWELVE = [3, ...ELEVEN] as const;

const controlOf = (inn: string, weights: readonly number[]): number =>
  (weights.reduce((sum, weight, at) => sum + weight * Number(inn[at]), 0) % 11) % 10;

/** Whether the check digits of an INN of 10 or 12 digits match. */
export function isInn(inn: string): boolean {
  if (/^\d{10}$/.test(inn)) return controlOf(inn, TEN) === Number(inn[9]);
  return (
    /^\d{12}$/.test(inn) && controlOf(inn, ELEVEN) === Number(inn[10]) && controlOf(inn, TWELVE) === Number(inn[11])
  );
}

/** Whether the check digit of an OGRN of 13 digits, or of an OGRNIP of 15, matches: the remainder of the others by 11 or 13. */
export function isOgrn(ogrn: string): boolean {
  if (!/^[1-9](?:\d{12}|\d{14})$/.test(ogrn)) return false;
  const digits = ogrn.length - 1;
  return Number((BigInt(ogrn.slice(0, digits)) % BigInt(digits - 1)) % 10n) === Number(ogrn[digits]);
}

/** Nine signs: the tax office, the ground, which may hold capital letters, the number. */
export const isKpp = (kpp: string): boolean => /^\d{4}[\dA-Z]{2}\d{3}$/.test(kpp);

/** A number as it is compared: people write it in groups, and «№» before it. */
export const bareNumber = (typed: string): string => typed.toUpperCase().replaceAll(/[\s\u00a0№.–—-]/g, '');
