import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import type { Database } from '#server/db/database.ts';

/** Groups of calls that a crowd of screens must not keep out: by them a subscriber pays, promises to pay, and signs in. What banks and terminals bring is urgent, too. */
const URGENT: readonly Readonly<Record<string, Call>>[] = [
  contract.payment,
  contract.paymentLink,
  contract.promisedPayment,
  contract.auth,
];

const urgentCalls: ReadonlySet<Call> = new Set(URGENT.flatMap((group) => Object.values(group)));

export const isUrgent = (call: Call): boolean => urgentCalls.has(call);

/** The same database, where changes go ahead of those of screens and of the staff (decision 0296). */
export const urgently = (db: Database): Database => ({ ...db, write: (work) => db.write(work, 'ahead') });
