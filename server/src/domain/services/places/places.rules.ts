import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { User } from '../service/situation.rules.ts';

/** A service account or a phone number that is not closed, in a few words. */
export interface BriefService {
  readonly user_id: number | null;
  readonly phone_number: string | null;
  readonly kind: ServiceKind;
  /** Where it is; empty for a mailbox and a phone number, which have no place. */
  readonly address: string;
  readonly state: User['state'];
  readonly reason: User['reason'];
}

/** With the words by which it is found. */
export interface WordedService extends BriefService {
  readonly name: string;
  readonly login: string;
  readonly plan: string;
}

export interface Trouble {
  readonly state: 'connecting' | 'blocked';
  readonly reason: User['reason'];
}

export interface ServicePlace {
  readonly address: string;
  readonly all: readonly BriefService[];
  readonly kinds: { kind: ServiceKind; services: number }[];
  readonly troubled: readonly BriefService[];
}

/** Neither working nor paused by the client. A debt is told with the money, not for each service. */
export const isTroubled = ({ state, reason }: Pick<BriefService, 'state' | 'reason'>): boolean =>
  state === 'connecting' || (state === 'blocked' && reason !== 'debt');

export const troubleOf = (services: readonly BriefService[]): Trouble | null => {
  const [first] = services.filter(({ state }) => state === 'blocked').concat(services);
  return first === undefined || (first.state !== 'blocked' && first.state !== 'connecting')
    ? null
    : { state: first.state, reason: first.reason };
};

/** Services by kind, in display order. */
export const kindCounts = (services: readonly BriefService[]): ServicePlace['kinds'] =>
  [...Map.groupBy(services, ({ kind }) => kind)].map(([kind, some]) => ({ kind, services: some.length }));

/** By place: those where something differs first, then those with most services, then in the order of their services. */
export function servicePlaces(services: readonly BriefService[]): ServicePlace[] {
  const places = [...Map.groupBy(services, ({ address }) => address)].map(([address, all]) => ({
    address,
    all,
    kinds: kindCounts(all),
    troubled: all.filter(isTroubled),
  }));
  return places.toSorted((a, b) => rank(a) - rank(b) || b.all.length - a.all.length);
}

const rank = ({ troubled }: ServicePlace): number => {
  if (troubled.some(({ state }) => state === 'blocked')) return 0;
  return troubled.length > 0 ? 1 : 2;
};

/** A place where nothing works at all. What has no place is never one: it does not fail together. */
export const isDown = ({ address, all }: ServicePlace): boolean =>
  address !== '' && all.every(({ state, reason }) => state === 'blocked' && reason !== 'debt');
