import type { contract } from '@kabinet/contract';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import { secretOf } from '#server/domain/services/access/access.queries.ts';
import { whyNotPassword } from '#server/domain/services/access/access.rules.ts';
import { ratesOf, type CallRate } from '#server/domain/services/calls/line.queries.ts';
import { lineLimitsOf, stoppedBy, WARNED_AT, type SipTerms } from '#server/domain/services/sip/limits.ts';
import { shortAddress } from '#server/domain/services/sip/registration.rules.ts';
import {
  registrationsOf,
  sipLine,
  type SipRegistration,
  zoneAccess,
  type SipLine,
  type ZoneAccess,
} from '#server/domain/services/sip/sip.queries.ts';
import type { OwnUser } from '#server/domain/services/service/service-user.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';

type SipLineReply = Result<typeof contract.sipUser.get>;
type Scope = Pick<ScopeOf<typeof contract.sipUser.get>, 'now' | 'today' | 'provider' | 'outside'>;

export const NO_SIP = 'Провайдер ещё не настроил SIP в кабинете. Позвоните в поддержку';

/** Refuses a service that is not a SIP line. */
export function refuseOther({ userType }: OwnUser): void {
  if (userType !== 'sip') throw new Problem('change_not_allowed', { message: 'Это не SIP-линия' });
}

/** Why the password of the line cannot be renewed; null if it can. */
export const whyNotNew = ({ situation }: SipLine, terms: SipTerms | undefined): string | null =>
  terms ? whyNotPassword('sip', situation, true) : NO_SIP;

/** All that the page of a SIP line shows. */
export async function lineAnswer(tx: Tx, user: OwnUser, scope: Scope): Promise<SipLineReply> {
  const { now, today, provider, outside } = scope;
  const terms = provider.sip;
  const line = await sipLine(tx, user.userId, today, provider.time_zone);
  const [secret, registered, zones, rates] = await Promise.all([
    secretOf(tx, user.userId),
    outside.showsRegistrations ? registrationsOf(tx, line.login, now) : null,
    zoneAccess(tx),
    line.plan_id === null ? [] : ratesOf(tx, line.plan_id, today),
  ]);
  return {
    user_id: user.userId,
    login: line.login,
    server: serverAnswer(terms),
    is_applied: line.is_applied,
    password: { changed_at: secret?.changed_at ?? null, control: controlOf(whyNotNew(line, terms)) },
    registrations: registered?.map(registrationAnswer) ?? null,
    limits: terms ? limitsAnswer(line, terms, now) : null,
    directions: directionsOf(line, zones, rates),
  };
}

const serverAnswer = (terms: SipTerms | undefined): SipLineReply['server'] =>
  terms ? { domain: terms.domain, port: terms.port, transport: terms.transport } : null;

const controlOf = (blockReason: string | null) => ({
  status: blockReason === null ? ('on' as const) : ('locked' as const),
  text: blockReason ?? '',
  possible_from: null,
});

const registrationAnswer = ({ registration_id, user_agent, contact, received, since, expires }: SipRegistration) => ({
  registration_id,
  program: user_agent,
  address: shortAddress(received ?? contact),
  since,
  expires,
});

function limitsAnswer(line: SipLine, terms: SipTerms, now: Date): SipLineReply['limits'] {
  const limits = lineLimitsOf(line, terms);
  const by = stoppedBy(line, now);
  return {
    month: limitAnswer(limits.month, line.month_spent),
    day: limitAnswer(limits.day, line.day_spent),
    most: terms.most_month_limit,
    stopped: by !== null && line.stopped_until !== null ? { by, until: line.stopped_until } : null,
  };
}

const limitAnswer = (limit: Kopecks, spent: Kopecks) => ({
  limit,
  spent,
  warned_at: kopecks(Math.ceil(limit * WARNED_AT)),
});

/** Directions that the plan has a price for; others cannot be called at all. */
function directionsOf(
  line: SipLine,
  zones: readonly ZoneAccess[],
  rates: readonly CallRate[],
): SipLineReply['directions'] {
  const zoneOf = new Map(zones.map((one) => [one.zone, one]));
  return rates.flatMap(({ zone, zone_name: name, direction, connection, price, unit_seconds }) => {
    const known = zoneOf.get(zone);
    if (direction !== 'out' || known === undefined) return [];
    const { access, open_hours } = known;
    const isOpen = access !== 'abroad' || line.open_zones.includes(zone);
    const closes_at = isOpen ? (line.closes_at[zone] ?? null) : null;
    const minute = kopecks(Math.round((price * 60) / unit_seconds));
    return [{ zone, name, access, open_hours, is_open: isOpen, closes_at, price: minute, connection }];
  });
}
