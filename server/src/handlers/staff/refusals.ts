import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { accountTyped } from '#server/domain/payments/payment-agents/account-typed.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { SecondPersonTerms } from '#server/kernel/second-person.ts';
import type { Operator } from '#server/kernel/world.ts';

/** A field that matches its schema but still makes no sense. */
export const wrongField = (path: string, message: string): Problem =>
  new Problem('bad_input', { errors: [{ path: `body.${path}`, message }] });

/** Normalises spaces and letters of a typed account number. */
export function accountOf(typed: string): string {
  const account = accountTyped(typed);
  if (account === undefined) throw wrongField('account_no', `Это не номер счёта: ${typed}`);
  return account;
}

type OfTwo = Pick<OperatorCall, 'second' | 'counts'> & Partial<Pick<OperatorCall, 'command'>>;

/** Settings name roubles; of a call that counts contracts, how many. */
const KOPECKS = 100;

/** The sum, or the number, above which a second person is needed; undefined: never. */
export function thresholdOf(
  terms: SecondPersonTerms | undefined,
  { second, counts, command }: OfTwo,
): number | undefined {
  if (second === undefined || terms?.is_needed === false) return undefined;
  const set = command && terms?.thresholds[command.words];
  if (set === undefined) return second;
  return counts === 'contracts' ? Math.floor(set / KOPECKS) : set;
}

/** Refuses a sum that needs a second person; the command line on the server stands above that. */
export function refuseAlone({ entry }: Operator, call: OfTwo, sum: number): void {
  if (!entry || entry.isAgreed) return;
  const above = thresholdOf(entry.secondPerson, call);
  if (above !== undefined && sum > above) throw new Problem('second_person_needed');
}
