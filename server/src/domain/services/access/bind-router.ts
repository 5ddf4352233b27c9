import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { serviceRow } from '../service/service-row.queries.ts';
import type { OwnUser } from '../service/service-user.queries.ts';
import { bindDevice, holdAccess, serviceAccess } from './access.queries.ts';
import { whyNotAutoAuth } from './access.rules.ts';
import { unlock } from './unlock.ts';

interface RouterRequest {
  readonly user: OwnUser;
  /** If absent: the one that the network has seen last. */
  readonly mac: string | undefined;
  /** Who of the staff binds it. */
  readonly by: string;
}

interface RouterBound {
  readonly was: string | null;
  readonly mac: string;
  readonly lifted: boolean;
}

/**
 * Binds a line to a router. If the old one has closed the service, it is opened, as by the subscriber himself; a new binding of a service
 * that works changes nothing but the device.
 */
export async function bindRouter(
  tx: Tx,
  { user, mac, by }: RouterRequest,
  at: At & { readonly support: string },
): Promise<RouterBound> {
  const { userId, userType } = user;
  await serviceRow(tx, userId, { lock: true });
  await holdAccess(tx, userId);
  const { bound_mac: was, seen_mac: seen, situation } = await serviceAccess(tx, userId);
  const refusal = whyNotAutoAuth(userType, situation);
  if (refusal !== null) throw new Problem('change_not_allowed', { message: refusal });
  const wanted = mac ?? seen;
  if (wanted === null) throw new Problem('change_not_allowed', { message: UNSEEN });
  await bindDevice(tx, userId, wanted);
  const isStale = situation === 'binding_stale';
  if (isStale) await unlock(tx, userId, at, { by, binds: wanted });
  else await serviceChanged(tx, { userId });
  const { bound_mac: bound } = await serviceAccess(tx, userId);
  return { was, mac: bound ?? wanted, lifted: isStale };
}

const UNSEEN = 'Сеть не видит роутера. Попросите включить его и подождать минуту, или назовите MAC';
