import { kopecks, type Kopecks } from '../money.ts';

/** What a code on a printed slip says of the payment (ГОСТ Р 56042-2014). */
export interface PaymentSlip {
  /** The payer's account with the provider. */
  readonly account: string;
  /** Null: the slip leaves the sum to the payer. */
  readonly amount: Kopecks | null;
}

/** `ST`, the version of the format, the coding of its letters: then the separator, which each slip chooses for itself. */
const HEAD = /^\s*ST0001[123]([|!#$%&*+/:;<>?@^_~ -])/;
/** The largest number of characters in a code of this kind. */
const LONGEST = 4_296;

/** Reads what a scanner has typed; undefined if it is no slip, or has no account of the payer. */
export function readPaymentSlip(scanned: string): PaymentSlip | undefined {
  const separator = scanned.length > LONGEST ? undefined : HEAD.exec(scanned)?.[1];
  if (separator === undefined) return undefined;
  const fields = fieldsOf(scanned, separator);
  const account = fields.get('persacc');
  return account ? { account, amount: sumOf(fields.get('sum')) } : undefined;
}

/** Names of fields differ in the case of their letters from bank to bank; the first of two wins. */
function fieldsOf(scanned: string, separator: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const written of scanned.split(separator).slice(1)) {
    const at = written.indexOf('=');
    const name = written.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name !== '' && !fields.has(name)) fields.set(name, written.slice(at + 1).trim());
  }
  return fields;
}

/** Whole kopecks above zero; anything else leaves the sum to the payer. */
const sumOf = (written = ''): Kopecks | null =>
  /^\d{1,9}$/.test(written) && Number(written) > 0 ? kopecks(Number(written)) : null;
