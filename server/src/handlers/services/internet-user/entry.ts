import type { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Tx } from '#server/db/database.ts';
import { maskedAddress } from '#server/domain/identity/contacts/address.rules.ts';
import { checkCode, sendCodeToConfirmed, spendCode, type CodePurpose } from '#server/domain/identity/contacts/codes.ts';
import { scheduleCodeContacts } from '#server/domain/services/access-schedule/schedule.queries.ts';
import {
  namesAround,
  secretOf,
  serviceAccess,
  type ServiceSecret,
} from '#server/domain/services/access/access.queries.ts';
import { whyNotPassword } from '#server/domain/services/access/access.rules.ts';
import { changeServicePassword } from '#server/domain/services/access/change-password.ts';
import { kept, ownWords, refuseWeakServicePassword } from '#server/domain/services/access/service-password.ts';
import { ownUser, type OwnUser } from '#server/domain/services/service/service-user.queries.ts';
import { typesOf } from '#server/domain/services/service/kind.rules.ts';
import { liveInternetSessions } from '#server/domain/services/sessions/session.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { withoutTransaction, type Handler, type Subscriber } from '#server/kernel/world.ts';

type Group = typeof contract.internetUser;

/** An internet service of the caller; another kind is refused like one that does not exist. */
async function ownLine(tx: Tx, subscriber: Subscriber, asked: AskedId<'user'>): Promise<OwnUser> {
  const user = await ownUser(tx, subscriber, asked);
  if (!typesOf('internet').includes(user.userType)) throw new Problem('not_found');
  return user;
}

type LineType = keyof Provider['routers'];

function routerOf({ routers }: Provider, { userType }: OwnUser) {
  const settings = routers[userType as LineType];
  if (!settings) return null;
  const { connection, server = null, mtu = null, vlan = null, dns } = settings;
  return { connection, server, mtu, vlan, dns };
}

export const entry: Handler<Group['entry']> = async (
  { params: { id } },
  { db, subscriber, provider, now, outside },
) => {
  const user = await ownLine(db, subscriber, id);
  const { userId, userType } = user;
  const [around, secret, access, [live], contacts] = await Promise.all([
    namesAround(db, userId),
    secretOf(db, userId),
    serviceAccess(db, userId),
    liveInternetSessions(db, userId, now),
    scheduleCodeContacts(db, subscriber.contractId),
  ]);
  const text = whyNotPassword(userType, around.situation, secret !== undefined);
  return {
    user_id: userId,
    login: around.login,
    is_by_line: access.auto_auth,
    password: {
      changed_at: secret?.changed_at ?? null,
      control: { status: text === null ? 'on' : 'locked', text: text ?? '', possible_from: null },
      own_words: ownWords(around, provider.name),
    },
    router: routerOf(provider, user),
    session: live ? { since: live.start, mac: live.mac } : null,
    recover: contacts.flatMap(({ channel, target }) =>
      outside.reaches[channel] ? [{ channel, to: maskedAddress({ kind: channel, address: target }) }] : [],
    ),
  };
};

/** A code that sets a new network password. */
const passwordCode = (userId: number): CodePurpose => ({
  name: `service-password:${userId}`,
  what: 'задать новый пароль для входа в сеть',
  mostADay: 5,
});

/** The password that may be replaced now. */
async function replaceable(tx: Tx, { userId, userType }: OwnUser): Promise<ServiceSecret> {
  const [{ situation }, secret] = await Promise.all([namesAround(tx, userId), secretOf(tx, userId)]);
  const message = whyNotPassword(userType, situation, secret !== undefined);
  if (message !== null) throw new Problem('change_not_allowed', { message });
  if (!secret) throw new Problem('change_not_allowed');
  return secret;
}

export const sendPassword: Handler<Group['sendPassword']> = async ({ body: { user_id, channel } }, scope) => {
  const { db, subscriber } = scope;
  const user = await ownLine(db, subscriber, user_id);
  await replaceable(db, user);
  const wanted = { contractId: subscriber.contractId, kind: channel, purpose: passwordCode(user.userId) };
  const sent = await sendCodeToConfirmed(db, wanted, scope);
  if (!sent) throw new Problem('contact_not_confirmed');
  return {
    channel,
    to: maskedAddress({ kind: channel, address: sent.address }),
    expires_at: instant(sent.expires_at),
    again_at: instant(sent.again_at),
  };
};

/** Opens its own transactions, so that a wrong code counts although the call is refused. */
export const resetPassword = withoutTransaction<Group['resetPassword']>(async ({ body }, scope) => {
  const { db, subscriber, provider, outside, now } = scope;
  const { contractId } = subscriber;
  const { user, was } = await db.read(async (tx) => {
    const own = await ownLine(tx, subscriber, body.user_id);
    refuseWeakServicePassword(body.new_password, ownWords(await namesAround(tx, own.userId), provider.name));
    return { user: own, was: (await replaceable(tx, own)).secret };
  });
  const { userId } = user;
  const code = await checkCode(db, { contractId, purpose: passwordCode(userId).name }, body.code, now);
  const next = await kept(outside.vault, user, body.new_password);
  const ends = body.end_sessions;
  await db.write(async (tx) => {
    const contacts = await scheduleCodeContacts(tx, contractId);
    if (!contacts.some(({ target }) => target === code.address)) throw new Problem('code_wrong');
    await spendCode(tx, code, now);
    await changeServicePassword(tx, { userId, contractId, was, next, ends }, { now, zone: provider.time_zone });
  });
  return { user_id: userId, are_sessions_ended: ends };
});
