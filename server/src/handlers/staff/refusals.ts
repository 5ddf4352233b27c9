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

const isOff = (terms: SecondPersonTerms | undefined, counts: OfTwo['counts']): boolean =>
  terms?.is_needed === false || (counts === 'rights' && terms?.for_rights === false);

/** The sum, or the number, above which a second person is needed; undefined: never. */
export function thresholdOf(
  terms: SecondPersonTerms | undefined,
  { second, counts, command }: OfTwo,
): number | undefined {
  if (second === undefined || isOff(terms, counts)) return undefined;
  const set = command && terms?.thresholds[command.words];
  if (set === undefined) return second;
  return counts === 'contracts' ? Math.floor(set / KOPECKS) : set;
}

/** Whether a sum, or a number, needs a second person who has not agreed; the command line on the server stands above that. */
export function needsSecond({ entry }: Operator, call: OfTwo, sum: number): boolean {
  if (!entry || entry.isAgreed) return false;
  const above = thresholdOf(entry.secondPerson, call);
  return above !== undefined && sum > above;
}

/** Refuses such a sum. */
export function refuseAlone(operator: Operator, call: OfTwo, sum: number): void {
  if (needsSecond(operator, call, sum)) throw new Problem('second_person_needed');
}

/** Whoever acts alone over HTTP; with a second person, and on the server, nothing is counted. */
export const aloneOwner = ({ entry }: Operator): string | undefined => (entry?.isAgreed ? undefined : entry?.owner);

/** How long what is done alone is one sum. */
export const dayAgo = (now: Date): Date => new Date(now.getTime() - 86_400_000);
