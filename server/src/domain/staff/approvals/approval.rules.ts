import type { OperatorCall, OperatorRole } from '@kabinet/contract/kernel/call/staff-call';

/** What a call has done, or would do: its reply, and the change that it tells. */
export interface Rehearsed {
  readonly reply: unknown;
  readonly changed: unknown;
}

/** Hours for which a request waits. */
export const WAITS_MS = 24 * 3_600_000;

type OfTwo = Pick<OperatorCall, 'roles' | 'asks' | 'agrees'>;

/** The role in which somebody may ask for a call: in one that makes it, or in one that may only ask. */
export const askingRole = (
  roles: readonly OperatorRole[],
  { roles: make, asks = [] }: OfTwo,
): OperatorRole | undefined => roles.find((role) => make.includes(role)) ?? roles.find((role) => asks.includes(role));

/** Nobody agrees to what he himself gets. */
export const isAboutLogin = (login: string | null, input: Readonly<Record<string, unknown>>): boolean =>
  login !== null && String(input['login']).trim().toLowerCase() === login;

export const mayAgree = (roles: readonly OperatorRole[], { agrees = [] }: OfTwo): boolean =>
  roles.some((role) => agrees.includes(role));

/** What the call makes anew each time is no difference: its own numbers and moments, sessions that have come or gone meanwhile. */
const isMadeAnew = (name: string): boolean => /(?:_id|_at|^id|^at|^until|^sessions_ended)$/.test(name);

/** What of two rehearsals must be equal, in one spelling. */
export function comparable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const fields = Object.entries(inner).filter(([name]) => !isMadeAnew(name));
    return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}
