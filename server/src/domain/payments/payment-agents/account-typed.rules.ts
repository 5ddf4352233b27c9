/** Letters and digits, with the separators used in numbers of contracts: `789-И`, `12/34`, `ЛС 0012`. */
const ACCOUNT = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,39}$/u;

/** Normalises spaces and letters of a typed account number; undefined if it cannot be one. */
export function accountTyped(text: string): string | undefined {
  const typed = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return ACCOUNT.test(typed) && /[^0]/.test(typed) ? typed : undefined;
}
