import { useQuery } from '@tanstack/react-query';
import { contract, type Wire } from '#web/api/contract.ts';
import { callQuery } from '#web/api/use-call.ts';
import type { OpenSheet } from '#web/lib/page/sheet.ts';

export type Diagnosis = Wire<typeof contract.support.check>;
export type CheckCause = Diagnosis['finding']['cause'];
export type CheckedService = NonNullable<Diagnosis['service']>;

/** Causes that may pass by themselves or by what the client does now: the check is repeated until its answer changes. */
const AWAITED: ReadonlySet<CheckCause> = new Set([
  'applying',
  'line',
  'wrong_password',
  'second_device',
  'nas_silent',
  'no_phone',
]);
const AGAIN_MS = 4000;

const isAwaited = ({ finding }: Diagnosis): boolean => AWAITED.has(finding.cause);

const queryOf = ({ userId, phoneNumber }: Pick<OpenSheet, 'userId' | 'phoneNumber'>) => ({
  ...(userId !== undefined && { user_id: String(userId) }),
  ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
});

/** The check of a service: asked anew each time the sheet opens, and again while something is awaited. */
export const useCheck = (of: Pick<OpenSheet, 'userId' | 'phoneNumber'>) =>
  useQuery({
    ...callQuery(contract.support.check, { query: queryOf(of) }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && isAwaited(state.data) ? AGAIN_MS : false),
  });
