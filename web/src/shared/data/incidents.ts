import { now } from '#web/lib/clock/clock.ts';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import type { Notice } from './frame-data.ts';
import { isPartial, useFrameMay, useRole } from './role.ts';

type ServiceKind = NonNullable<Notice['services']>[number];
/** Whether a failure of the network at the client's address has broken the services of a kind. */
export type Hit = (kind: ServiceKind) => boolean;

const isIncident = ({ kind }: Notice): boolean => kind === 'incident';

/** Network failures at the client's address. They stay when the client has read about them. */
export const useIncidents = (): readonly Notice[] =>
  useCall(contract.notice.getMessages, {}, { enabled: useFrameMay((role) => !isPartial(role)) }).data?.filter(
    isIncident,
  ) ?? [];

/** When the only failure at the client's address is to be over, if that is promised and not past. */
export function useFixedBy(): string | undefined {
  const [only, another] = useIncidents();
  const until = another ? undefined : only?.planned_until;
  return until && new Date(until) > now() ? until : undefined;
}

/** Failures for a technician, who gets no messages of the client. */
const useToldToTechnician = () =>
  useCall(contract.support.getIncidents, {}, { enabled: useRole() === 'technician' }).data ?? [];

export function useHit(): Hit {
  const broken = [...useIncidents(), ...useToldToTechnician()].flatMap(({ services }) => (services ? [services] : []));
  return (kind) => broken.some((services) => services.length === 0 || services.includes(kind));
}
