import { contract } from '@kabinet/contract';
import type { SimService } from '../provider.ts';
import type { Simulation } from '../simulation.ts';
import { anyService, decideUntilAnswered } from './decide.ts';

const isInternet = ({ kind }: SimService) => kind === 'internet';
const HELD_BY = ['login_locked', 'session_stuck', 'binding_stale'] as const;
const DEVICE = '02:00:5e:10:00:01';

/** The network reports a block of a working service: a locked login, a stuck session, a stale binding. */
export async function hold(sim: Simulation): Promise<string> {
  const any = anyService(sim, isInternet);
  if (!any) return 'no internet';
  const { userId } = any.service;
  const by = sim.one(HELD_BY);
  const held = await sim.changeService(
    userId,
    `update service_user set state = 'blocked', reason = $2, state_since = $3, version = version + 1 where user_id = $1 and state = 'active'`,
    userId,
    by,
    sim.at.now,
  );
  if (held > 0 && sim.dice.chance(80)) {
    await sim.change(
      `insert into service_access (user_id, seen_mac, seen_at) values ($1, $2, $3)
       on conflict (user_id) do update set seen_mac = excluded.seen_mac, seen_at = excluded.seen_at`,
      userId,
      DEVICE,
      sim.at.now,
    );
  }
  return `user ${userId} ${held > 0 ? by : 'as it was'}`;
}

/** A client unlocks a service; it may be blocked for another reason, or unlocked for the fourth time. */
export async function unlockService(sim: Simulation): Promise<string> {
  const any = anyService(sim, isInternet);
  if (!any) return 'no internet';
  const { client, service } = any;
  const { userId } = service;
  const { situation } = sim.observer.line(userId);
  const { status, body } = await decideUntilAnswered(
    sim,
    client,
    [contract.internetUser.unlock, { body: { user_id: userId } }],
    {
      do: 'unlock',
      userId,
      isSeen: await isSeen(sim, userId),
    },
  );
  if (status >= 400) return `user ${userId}: ${String(body.code)}`;
  const lifted = situation === 'active' ? null : situation;
  const { situation: is } = sim.observer.line(userId);
  if (body.lifted !== lifted || (body.reason ?? body.state) !== is)
    throw new Error(`user ${userId} was ${situation} and is ${is}, and it was told ${JSON.stringify(body)}`);
  return `user ${userId}: ${situation} → ${is}`;
}

const isSeen = async (sim: Simulation, userId: number): Promise<boolean> =>
  (
    await sim.rows(
      `select from service_access where user_id = $1 and seen_mac is not null
       union all select from internet_session where user_id = $1 and mac is not null`,
      userId,
    )
  ).length > 0;

export async function autoAuth(sim: Simulation): Promise<string> {
  const any = anyService(sim);
  if (!any) return 'no service';
  const { client, service } = any;
  const { userId, kind } = service;
  const isOn = sim.dice.chance(50);
  const call = isOn ? contract.internetUser.enableAutoAuth : contract.internetUser.disableAutoAuth;
  const isPossible = kind === 'internet' && !isConnecting(sim, userId);
  const { status, body } = await sim.ask(call, { body: { user_id: userId } }, client.contractId);
  const isDone = status === 200 && body.is_on === isOn;
  if (isDone !== isPossible && !(await isByTelephone(sim, userId)))
    throw new Error(`automatic entry of user ${userId}: ${status} ${JSON.stringify(body)}`);
  if (isDone) wishesOf(sim).autoAuth.set(userId, isOn);
  return `user ${userId}: ${status}`;
}

const isConnecting = (sim: Simulation, userId: number) => sim.observer.line(userId).situation === 'connecting';

/** A modem, which the line does not identify. */
const isByTelephone = async (sim: Simulation, userId: number): Promise<boolean> =>
  (await sim.rows(`select 1 from service_user where user_id = $1 and user_type like 'dialup%'`, userId)).length > 0;

/** Settings that the portal has confirmed to clients. */
interface Wishes {
  readonly autoAuth: Map<number, boolean>;
  readonly passwords: Map<number, string>;
}
const wishes = new WeakMap<Simulation, Wishes>();
export function wishesOf(sim: Simulation): Wishes {
  const known = wishes.get(sim) ?? { autoAuth: new Map(), passwords: new Map() };
  wishes.set(sim, known);
  return known;
}

const FIRST = 'первый-Пароль-услуги-17';

/**
 * Changes the password of a service, or tries a wrong one; without a reply, either the new or the old password is
 * valid.
 */
export async function password(sim: Simulation): Promise<string> {
  const any = anyService(sim, (one) => isInternet(one) && !isConnecting(sim, one.userId));
  if (!any) return 'no internet';
  const { client, service } = any;
  const { userId } = service;
  const { passwords } = wishesOf(sim);
  const known = await knownPassword(sim, userId);
  const fresh = `пароль-Услуги-${sim.nextId()}-новый`;
  const isWrong = sim.dice.chance(20);
  const asked = { user_id: userId, password: isWrong ? 'не-Тот-пароль-услуги' : known, new_password: fresh };
  const { status, body } = await sim.ask(contract.user.changePassword, { body: asked }, client.contractId);
  if (isWrong && status === 200) throw new Error(`user ${userId} has another password by a wrong one`);
  // Without a reply the request was repeated, and by then the old password was wrong.
  const isChanged = status === 200 || (await keptPassword(sim, userId)) === fresh;
  if (isChanged) passwords.set(userId, fresh);
  return `user ${userId}: ${isChanged ? 'changed' : String(body.code)}`;
}

const knownPassword = async (sim: Simulation, userId: number): Promise<string> =>
  wishesOf(sim).passwords.get(userId) ?? (await givePassword(sim, userId));

async function givePassword(sim: Simulation, userId: number): Promise<string> {
  const sealed = sim.world.outside.vault.seal(FIRST, `service:${userId}`);
  await sim.changeService(
    userId,
    `insert into service_secret (user_id, form, secret, changed_at) values ($1, 'sealed', $2, $3)
     on conflict (user_id) do update set form = 'sealed', secret = excluded.secret`,
    userId,
    sealed,
    sim.at.now,
  );
  wishesOf(sim).passwords.set(userId, FIRST);
  return FIRST;
}

async function keptPassword(sim: Simulation, userId: number): Promise<string | undefined> {
  const [row] = await sim.rows<{ secret: Buffer }>('select secret from service_secret where user_id = $1', userId);
  return row && sim.world.outside.vault.open(row.secret, `service:${userId}`);
}

/** A confirmed password or access setting must be in force. */
export async function brokenWishes(sim: Simulation): Promise<string[]> {
  const { autoAuth: entries, passwords } = wishesOf(sim);
  const broken: string[] = [];
  for (const [userId, password] of passwords) {
    if ((await keptPassword(sim, userId)) !== password)
      broken.push(`user ${userId} has another password than was told`);
  }
  const rows = await sim.rows<{ user_id: number; auto_auth: boolean }>('select user_id, auto_auth from service_access');
  const found = new Map(rows.map((row) => [row.user_id, row.auto_auth]));
  for (const [userId, isOn] of entries) {
    if (found.get(userId) !== isOn) broken.push(`automatic entry of user ${userId} is not as was told`);
  }
  return broken;
}

/** Starts a session, or the client ends an active one; a repeat changes nothing. */
export async function session(sim: Simulation): Promise<string> {
  const any = anyService(sim, isInternet);
  if (!any) return 'no internet';
  const { client, service } = any;
  const { userId } = service;
  const [open] = await sim.rows<{ id: number }>(
    'select internet_session_id as id from internet_session where user_id = $1 and stopped_at is null order by 1 limit 1',
    userId,
  );
  if (!open) {
    await sim.change(
      `insert into internet_session (user_id, started_at, address, mac, bytes_in, bytes_out) values ($1, $2, '10.1.2.3', $3, 0, 0)`,
      userId,
      sim.at.now,
      DEVICE,
    );
    return `user ${userId} is connected`;
  }
  const asked = { body: { user_id: userId, internet_session_id: open.id } };
  const { status } = await sim.ask(contract.internetUser.endSession, asked, client.contractId);
  if (status !== 200) throw new Error(`session ${open.id} was not ended: ${status}`);
  return `session ${open.id} ends`;
}
