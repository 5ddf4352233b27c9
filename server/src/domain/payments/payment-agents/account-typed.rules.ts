/** Letters and figures, and what stands between them in numbers of contracts: `789-И`, `12/34`, `ЛС 0012`. */
const ACCOUNT = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,39}$/u;

/** An account number as a person typed it, in one form of spaces and letters; nothing when it cannot be one. */
export function accountTyped(text: string): string | undefined {
  const typed = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return ACCOUNT.test(typed) && /[^0]/.test(typed) ? typed : undefined;
}
