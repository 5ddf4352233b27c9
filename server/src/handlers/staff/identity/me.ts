import type { Result } from '@kabinet/contract/kernel/call/call';
import { roleFor, type OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { operatorCalls, personContract, type OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { spareCodesLeft } from '#server/domain/staff/entry/staff-code.queries.ts';
import { staffPasskeys } from '#server/domain/staff/passkeys/staff-passkey.queries.ts';
import { personById } from '#server/domain/staff/person/person.queries.ts';
import { livingStaffSessions } from '#server/domain/staff/session/staff-session.queries.ts';
import { STAFF_IDLE_MINUTES } from '#server/domain/staff/session/staff-session.rules.ts';
import { confirmedUntil } from '#server/kernel/call/step-up.ts';
import { sightOf } from '#server/kernel/call/sight.ts';
import { thresholdOf } from '../refusals.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { Operator, StaffEntry } from '#server/kernel/world.ts';

/** Those of the own sign-in everybody makes. */
const CALLS = [...operatorCalls, ...Object.values(personContract.approvals)];

type Me = Result<OperatorContract['me']['get']>;

/** What the staff's page needs before it shows anything. */
export async function meOf(
  tx: Tx,
  operator: Operator,
  { provider, now }: { readonly provider: Provider; readonly now: Date },
): Promise<Me> {
  const { name, entry } = operator;
  const may = CALLS.filter((call) => mayMakeCall(operator, call));
  return {
    person_id: entry?.personId ?? null,
    login: entry?.login ?? null,
    name,
    roles: [...(entry?.roles ?? [])],
    calls: may.map(({ command }) => command.words),
    thresholds: entry
      ? may.flatMap((call) => {
          const above = thresholdOf(provider.second_person, call);
          return above === undefined ? [] : [{ call: call.command.words, ...thresholdTold(call, above) }];
        })
      : [],
    sees: { ...sightOf(operator) },
    zone: provider.time_zone,
    provider: provider.name,
    session: await sessionOf(tx, entry, now),
  };
}

const thresholdTold = ({ counts }: OperatorCall, above: number) => ({
  above: counts === undefined ? kopecks(above) : null,
  contracts: counts === 'contracts' ? above : null,
});

export function mayMakeCall({ entry }: Operator, call: OperatorCall): boolean {
  if (!entry) return true;
  if (entry.personId === null) return call.everybody === true || entry.calls.includes(call.command.words);
  return roleFor(entry.roles, call) !== undefined;
}

async function sessionOf(tx: Tx, entry: StaffEntry | undefined, now: Date): Promise<Me['session']> {
  if (!entry?.sessionUntil || entry.personId === null) return null;
  const until = confirmedUntil(entry, now);
  const living = await livingStaffSessions(tx, entry.personId, now);
  return {
    confirmed_until: until && instant(until),
    expires_at: instant(entry.sessionUntil),
    idle_minutes: STAFF_IDLE_MINUTES,
    new_places: living.filter((one) => one.is_new_place && one.session_id !== entry.sessionId).length,
    openid: (await personById(tx, entry.personId))?.has_openid ?? false,
    passkeys: (await staffPasskeys(tx, entry.personId)).length,
    spare_codes_left: await spareCodesLeft(tx, entry.personId),
  };
}

/** A person in her own session, not a program and not the server. */
interface OwnSession {
  readonly personId: number;
  readonly login: string;
  readonly sessionId: string;
}

export function ownSession({ entry }: Operator): OwnSession {
  if (!entry || entry.personId === null || entry.sessionId === null) throw new Problem('person_needed');
  return { personId: entry.personId, login: entry.login ?? '', sessionId: entry.sessionId };
}
