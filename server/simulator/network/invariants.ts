import type { SimDevice } from './device.ts';
import { classOf, type SimNetwork } from './sim-network.ts';

/** What must hold when the faults have ended and time has passed; empty if it does. */
export async function brokenNetworkRules(sim: SimNetwork): Promise<string[]> {
  const broken: string[] = [];
  for (const device of sim.devices)
    broken.push(...(await wrongShapes(sim, device)), ...(await wrongSessions(sim, device)));
  return [...broken, ...(await wrongAccess(sim))];
}

/** Whoever is online has what he should have; nobody is online who may not be. */
async function wrongShapes(sim: SimNetwork, device: SimDevice): Promise<string[]> {
  const broken: string[] = [];
  for (const { login, told, ref } of device.living.values()) {
    const line = sim.lines.find((one) => one.login === login);
    const wanted = line && (await classOf(sim, line, device));
    if (wanted !== told) broken.push(`${ref} of ${login} is told ${told}, and should be told ${wanted ?? 'to end'}`);
  }
  return broken;
}

/** The portal has the sessions of the device that it was ever told of, each once, living and ended ones, with their counters. */
async function wrongSessions({ portal }: SimNetwork, device: SimDevice): Promise<string[]> {
  const { rows } = await portal.pool.query<{ ref: string; is_over: boolean; bytes: number }>(
    `select session_ref as ref, stopped_at is not null as is_over, bytes_out as bytes from internet_session where nas = $1 order by 1`,
    [device.address],
  );
  const found = rows.map(({ ref, is_over, bytes }) => (is_over ? `${ref} over` : `${ref} living ${bytes}`));
  const real = device.past
    .filter(({ ref, isHeard }) => isHeard || device.living.has(ref))
    .map(({ ref }) => {
      const session = device.living.get(ref);
      return session ? `${ref} living ${session.bytes}` : `${ref} over`;
    });
  const [missing, more] = [difference(real, found), difference(found, real)];
  return missing.length + more.length === 0
    ? []
    : [`${device.address}: missing ${missing.join(', ') || 'nothing'}; too much ${more.join(', ') || 'nothing'}`];
}

/** Takes each as often as it occurs. */
function difference(of: readonly string[], without: readonly string[]): string[] {
  const left = [...without];
  return of.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Who has paid may enter with his speed, who is in debt to the walled garden only, and nobody else. */
async function wrongAccess({ portal }: SimNetwork): Promise<string[]> {
  const { rows } = await portal.pool.query<{ login: string; state: string; told: string }>(
    `select u.login, coalesce(u.reason, u.state) as state,
       case when r.user_id is null then 'refused' when r.attributes @> '{debtors}' then 'debt' else 'active' end as told
     from service_user u left join radius.reply r on r.user_id = u.user_id and r.kind = 'mikrotik' order by 1`,
  );
  return rows
    .filter(({ state, told }) => told !== (['debt', 'active'].includes(state) ? state : 'refused'))
    .map(({ login, state, told }) => `${login} is ${state}, and RADIUS tells ${told}`);
}
