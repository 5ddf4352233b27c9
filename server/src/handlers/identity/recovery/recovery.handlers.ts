import type { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import { refuseUnreached } from '#server/domain/identity/contacts/codes.ts';
import { countNew } from '#server/domain/identity/access/access.ts';
import { afterPasswordChange } from '#server/domain/identity/credentials/change-password.ts';
import { loginOwnerOf, ownNames, putPassword } from '#server/domain/identity/credentials/credential.queries.ts';
import { readLogin } from '#server/domain/identity/credentials/login.rules.ts';
import { refuseWeakPortalPassword } from '#server/domain/identity/credentials/new-password.ts';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { refuseOverBudget } from '#server/domain/identity/contacts/codes.ts';
import { countHits } from '#server/domain/identity/guard/guard.queries.ts';
import {
  hourOf,
  minuteOf,
  RECOVERIES_A_MINUTE,
  RECOVERIES_AN_HOUR,
  restOfHour,
  restOfMinute,
} from '#server/domain/identity/guard/lock.rules.ts';
import {
  beginRecovery,
  checkRecovery,
  allowCodeAgain,
  spendRecovery,
  type ProvenRecovery,
} from '#server/domain/identity/recovery/recovery.ts';
import { addressNetworksOf } from '#server/domain/identity/session/address.rules.ts';
import { deviceCookies, sessionCookies } from '#server/domain/identity/session/cookies.rules.ts';
import { enter } from '#server/domain/identity/session/enter.ts';
import { whence } from '#server/domain/identity/session/origin.rules.ts';
import { tokenReply } from '#server/domain/identity/session/session.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handlers, type OpenScopeOf } from '#server/kernel/world.ts';
import { inHashLine } from '../../shared/hash-line.ts';
import { requireSecondStep } from '../../shared/second-step.ts';

type Group = typeof contract.recovery;
type Scope = OpenScopeOf<Group['finish']>;

function refuseForeign({ request, publicUrl }: Scope): void {
  if (whence(request, publicUrl) === 'foreign') throw new Problem('forbidden_origin');
}

interface Most {
  readonly most: number;
  readonly windowOf: (moment: Date) => Date;
  readonly rest: (moment: Date) => number;
}

const A_MINUTE: Most = { most: RECOVERIES_A_MINUTE, windowOf: minuteOf, rest: restOfMinute };
const AN_HOUR: Most = { most: RECOVERIES_AN_HOUR, windowOf: hourOf, rest: restOfHour };

/** Limits requests by network, in the same way for any login. */
async function limit(what: string, { most, windowOf, rest }: Most, { db, request, now }: Scope): Promise<void> {
  const networks = addressNetworksOf(request.ip).map(({ name, share }) => ({ bucket: `${what}:${name}`, share }));
  const hits = await db.write((tx) =>
    countHits(
      tx,
      networks.map(({ bucket }) => bucket),
      now,
      windowOf,
    ),
  );
  const isTooMany = networks.some(({ bucket, share }) => (hits.get(bucket) ?? 0) > most * share);
  if (isTooMany) throw new Problem('too_many_requests', { retryAfter: rest(now) });
}

/** What the owner does on a device of his own, strangers do not slow down. They learn only whether the whole system is busy. */
async function limitStranger(by: 'phone' | 'email', scope: Scope): Promise<void> {
  await limit('recovery-hour', AN_HOUR, scope);
  if (by === 'phone') await scope.db.read((tx) => refuseOverBudget(tx, true, scope));
}

const begin = withoutTransaction<Group['begin']>(async ({ body }, scope) => {
  refuseForeign(scope);
  // Of every login the same, so it tells nothing about a contract.
  refuseUnreached(scope.outside, body.by);
  await limit('recovery', A_MINUTE, scope);
  const { db, now, request } = scope;
  const login = readLogin(body.login);
  const {
    contract_id: contractId,
    further_contact_id: furtherId,
    is_known: isKnownDevice,
  } = await db.read((tx) => loginOwnerOf(tx, login, request.device, now));
  if (!isKnownDevice) await limitStranger(body.by, scope);
  const asked = { contractId, kind: body.by, furtherId, isKnownDevice };
  const begun = await db.write((tx) => beginRecovery(tx, asked, now));
  return { recovery: begun.secret, expires_at: instant(begun.expiresAt), again_at: instant(begun.againAt) };
});

const finish = withoutTransaction<Group['finish']>(async ({ body }, scope) => {
  refuseForeign(scope);
  // Before the code only rules that reveal nothing about the contract are checked.
  refuseWeakPortalPassword(body.new_password, []);
  await limit('recovered', A_MINUTE, scope);
  const { db, now, reply, request } = scope;
  const { proven, hash } = await inHashLine('clean', async () => {
    const typed = { secret: body.recovery, typed: body.code, ip: request.ip };
    const checked = await checkRecovery(db, typed, now);
    await orKeepCode(checked, scope, () => requireRest(checked, body, scope));
    return { proven: checked, hash: await hashPassword(body.new_password) };
  });
  const { pass, device, newAccess } = await enterWith(proven, hash, scope);
  for (const cookie of [...sessionCookies(pass, now), ...deviceCookies(device)]) reply.cookie(cookie);
  return { ...tokenReply(pass, now), new_access: newAccess };
});

/** Runs the work; if it is refused although the code was right, the code may be used again. */
async function orKeepCode(proven: ProvenRecovery, { db }: Scope, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await allowCodeAgain(db, proven);
    throw error;
  }
}

async function requireRest(
  { contractId }: ProvenRecovery,
  { new_password, otp }: { new_password: string; otp?: string | undefined },
  scope: Scope,
): Promise<void> {
  const { client_name } = await scope.db.read((tx) => ownNames(tx, contractId));
  refuseWeakPortalPassword(new_password, [String(contractId), client_name, scope.provider.name]);
  await requireSecondStep(contractId, otp, scope);
}

/** Sets the password, ends every session, and starts one here. */
const enterWith = (proven: ProvenRecovery, hash: string, { db, request, now, provider }: Scope) =>
  db.write(async (tx) => {
    const { contractId } = proven;
    const at = { now, zone: provider.time_zone };
    // The password first, as every change of it does: two changes at once wait for each other, and none for ever.
    await putPassword(tx, contractId, { hash, changeBy: null, now });
    await spendRecovery(tx, proven, now);
    await afterPasswordChange(tx, { contractId, by: 'code' }, at);
    const newAccess = await countNew(tx, contractId, now);
    return { ...(await enter(tx, contractId, request, { at, isTold: true })), newAccess };
  });

export const recoveryHandlers: Handlers<Group> = { begin, finish };
