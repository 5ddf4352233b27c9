import type { Input } from '@kabinet/contract/kernel/call/call';
import type { StaffContract } from '@kabinet/contract/staff';
import { acceptByOpenId } from '#server/domain/staff/entry/invitations.ts';
import { openFlow, sealFlow, spendFlow, type FlowOwner } from '#server/domain/staff/openid/flows.ts';
import { linkOpenId, personOfSubject, unlinkOpenId } from '#server/domain/staff/openid/openid.queries.ts';
import { holdPersonById, mayComeIn } from '#server/domain/staff/person/person.queries.ts';
import type { OpenId, OpenIdPerson } from '#server/integrations/openid/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type World } from '#server/kernel/world.ts';
import { countingRefusals } from '../../shared/passkey.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { ownSession } from './me.ts';
import type { SignScope } from './note-entry.ts';
import { beginSession } from './staff-sign-in.ts';

type Scope = SignScope & Pick<World, 'staffUrl'>;
type Back = Input<StaffContract['openId']['finish']>['body']['back'];

function openIdOf({ openId }: World['outside']): OpenId {
  if (!openId) throw new Problem('openid_absent');
  return openId;
}

/** The page that browsers come back to: an address of ours, which the provider must know. */
const returnTo = (staffUrl: string): string => `${staffUrl}/staff/openid`;

/** A person in her session proves it anew; at the door it is enough that she is signed in there. */
const isFresh = (owner: FlowOwner): boolean => owner !== 'door';

async function leaving({ outside, staffUrl, now }: Pick<Scope, 'outside' | 'staffUrl' | 'now'>, owner: FlowOwner) {
  const { url, flow } = await openIdOf(outside).begin(returnTo(staffUrl), isFresh(owner));
  return { url, flow: sealFlow(outside.vault, owner, flow, now) };
}

/** Who has come back; each flow comes back once, whatever becomes of it. */
function comingBack(back: Back, owner: FlowOwner, scope: Scope): Promise<OpenIdPerson> {
  const { db, outside, staffUrl, now } = scope;
  const { flow: sealed, ...answer } = back;
  const openId = openIdOf(outside);
  return countingRefusals(scope, 'openid_refused', async () => {
    const flow = openFlow(outside.vault, owner, sealed, { state: answer.state, now });
    await db.write((tx) => spendFlow(tx, flow));
    return openId.finish(returnTo(staffUrl), flow, answer, isFresh(owner));
  });
}

/** The same for a person in her session; refuses another one. */
export async function provenByOpenId(
  back: Back,
  { personId, sessionId }: ReturnType<typeof ownSession>,
  scope: Scope,
): Promise<void> {
  const subject = await comingBack(back, `session ${sessionId}`, scope);
  const known = await scope.db.write((tx) => personOfSubject(tx, subject, scope.now));
  if (known?.person_id !== personId) throw new Problem('openid_refused');
}

/** Where a browser leaves for to sign out there, too; if the provider is away, the session here is over all the same. */
export async function leavingAt({ outside, staffUrl }: Pick<Scope, 'outside' | 'staffUrl'>): Promise<string | null> {
  const at = await outside.openId?.leave(`${staffUrl}/staff/`).catch(() => undefined);
  return at ?? null;
}

export const openIdHandlers: PlainHandlers<StaffContract['openId'], 'begin' | 'finish'> = {
  ways: (_, { outside }) => Promise.resolve({ label: outside.openId?.label ?? null }),
  begin: withoutTransaction((_, scope) => leaving(scope, 'door')),
  finish: withoutTransaction(async ({ body: { back, invitation } }, scope) => {
    const { db, outside, now } = scope;
    const subject = await comingBack(back, 'door', scope);
    return db.write(async (tx) => {
      const known = invitation === undefined ? await personOfSubject(tx, subject, now) : undefined;
      if (invitation === undefined && !known) throw new Problem('openid_unknown');
      const accepting = { code: invitation ?? '', vault: outside.vault, now };
      const personId = known?.person_id ?? (await acceptByOpenId(tx, accepting, subject));
      return beginSession(tx, personId, scope, { by: 'openid' });
    });
  }),
};

const LAST = 'Больше ничто вас не впустит. Сначала добавьте ключ или попросите новую ссылку: по ней выбирают пароль';

export const ownOpenIdHandlers: PlainHandlers<StaffContract['ownOpenId'], 'begin' | 'link'> = {
  begin: withoutTransaction((_, scope) => leaving(scope, `session ${ownSession(scope.operator).sessionId}`)),
  link: withoutTransaction(async ({ body }, scope) => {
    const { personId, sessionId } = ownSession(scope.operator);
    const subject = await comingBack(body.back, `session ${sessionId}`, scope);
    await scope.db.write(async (tx) => {
      await holdPersonById(tx, personId);
      if (!(await linkOpenId(tx, personId, subject, scope.now))) throw new Problem('openid_taken');
    });
    return { issuer: subject.issuer };
  }),
  unlink: async (_, { db, operator }) => {
    const { personId } = ownSession(operator);
    await holdPersonById(db, personId);
    const was_linked = await unlinkOpenId(db, personId);
    if (!(await mayComeIn(db, personId))) throw new Problem('last_way_in', { message: LAST });
    return { was_linked };
  },
};
