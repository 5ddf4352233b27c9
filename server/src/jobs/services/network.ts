import { closeInternetSessions } from '#server/domain/services/access/access.queries.ts';
import { opened, sealedDigests } from '#server/domain/services/access/service-password.ts';
import {
  bringDifferences,
  desiredOf,
  type NetworkDifference,
} from '#server/domain/services/provisioning/check-network.ts';
import { replaceSecret } from '#server/domain/services/access/access.queries.ts';
import { digestsOf } from '#server/domain/services/access/sip-digest.ts';
import { sealedPassword, type SealedPassword } from '#server/domain/services/provisioning/desired-state.queries.ts';
import { disconnectServiceEffect, type FormerOrder } from '#server/domain/services/provisioning/effects.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { markApplied } from '#server/domain/services/provisioning/service-state.queries.ts';
import { refText, type DesiredState, type ServiceRef } from '#server/integrations/network/port.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import type { World } from '#server/kernel/world.ts';

/** Brings the network to the current desired state of the service; a delayed order includes later changes. */
export async function bringService(world: World, service: ServiceRef): Promise<void> {
  const { db, clock, outside } = world;
  const order = await db.read(async (tx) => ({
    desired: await desiredOf(tx, service),
    sealed: 'userId' in service ? await sealedPassword(tx, service.userId) : undefined,
  }));
  if (!order.desired) return;
  const { state } = order.desired;
  await outside.network.apply(state, await passwordOf(world, state, order.sealed));
  await db.write((tx) => markApplied(tx, service, state.version, clock.now()));
}

/** The secret for the network: the digests of a SIP line, or the password of another service. */
async function passwordOf(
  { outside: { vault }, provider, db }: World,
  state: DesiredState,
  sealed: SealedPassword | undefined,
): Promise<string | undefined> {
  if (!sealed || !('userId' in state.service)) return undefined;
  const { userId } = state.service;
  const secret = opened(vault, userId, sealed.secret);
  if (state.kind !== 'sip' || sealed.form === 'digest') return secret;
  if (!provider.sip || state.passwordSince === null) return undefined;
  // The previous version stored the password; from now on only the digests are stored.
  const realm = { login: state.login, domain: provider.sip.domain };
  const digests = { form: 'digest' as const, secret: sealedDigests(vault, userId, secret, realm) };
  const since = new Date(state.passwordSince);
  await db.write((tx) => replaceSecret(tx, userId, sealed.secret, digests, since));
  return digestsOf(secret, realm);
}

/**
 * Ends the sessions of a service that were open when it was ordered; sessions that started later stay open in our
 * records. It needs the newest state in the network first: otherwise they would reconnect, for instance with the old
 * password.
 */
export async function disconnectNetwork(
  world: World,
  { userId, until }: { userId: number; until: string },
): Promise<void> {
  const { db, clock, outside } = world;
  const desired = await db.read((tx) => desiredOf(tx, { userId }));
  if (desired && desired.delivery.applied_version < desired.state.version) await bringService(world, { userId });
  if (desired) await outside.network.disconnect(userId, desired.state.kind);
  await db.write((tx) => closeInternetSessions(tx, userId, new Date(until), clock.now()));
}

/** Handles an effect of the previous version: its change is part of the newest state. */
export const carryOutFormerOrder = ({ db }: World, { userId, until }: FormerOrder): Promise<void> =>
  db.write(async (tx) => {
    await serviceChanged(tx, { userId });
    if (until !== undefined) await enqueueEffect(tx, disconnectServiceEffect, { userId, until });
  });

/** The job `checkNetworkJob`, every night: enqueues a new order for every service that differs in the network. */
export async function checkNetwork({ db, outside: { network }, log }: World): Promise<void> {
  let differing = 0;
  const told = ({ service, fields }: NetworkDifference) => {
    differing += 1;
    log.warn({ service: refText(service), fields }, 'the network differed, told anew');
  };
  await bringDifferences({ db, network }, { told });
  log.info({ differing }, 'network checked');
}
