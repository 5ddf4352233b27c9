import { printedKey } from '@kabinet/contract/kernel/papers/printed-no';
import { parsePhone, type Phone } from '@kabinet/contract/kernel/phone';

/** What a typed login may mean. Ten or eleven digits may be a phone or a contract number: both are tried. */
export interface Login {
  /** The login in one spelling, by which failures are counted. */
  readonly subject: string;
  readonly contractId: number | null;
  /** A number that the provider prints on a contract, in one spelling. */
  readonly printed: string | null;
  readonly phone: Phone | null;
  readonly email: string | null;
}

const DIGITS = /^\d{1,15}$/;
const LIKE_A_NUMBER = /^[\d\s()+-]+$/;

/** Parses a login: a contract number, as it is inside or on papers, a phone in any spelling, or an e-mail in any case. */
export function readLogin(typed: string): Login {
  const text = typed.trim().toLowerCase();
  if (LIKE_A_NUMBER.test(text)) return readNumber(text);
  const printed = printedKey(text) ?? null;
  return { subject: printed ?? text, contractId: null, printed, phone: null, email: text.includes('@') ? text : null };
}

function readNumber(text: string): Login {
  const phone = parsePhone(text) ?? null;
  const printed = phone === null ? (printedKey(text) ?? null) : null;
  const compact = text.replace(/\s/g, '');
  const contractId = DIGITS.test(compact) ? Number(compact) : null;
  return { subject: subjectOf(printed ?? compact, contractId, phone), contractId, printed, phone, email: null };
}

/** Drops leading zeros and prefers a phone, so that other spellings of an unknown login give no additional tries. */
function subjectOf(compact: string, contractId: number | null, phone: Phone | null): string {
  if (contractId === null) return phone ?? compact;
  return parsePhone(String(contractId)) ?? String(contractId);
}
