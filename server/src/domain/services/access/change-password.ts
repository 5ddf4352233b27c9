import type { Tx } from '#server/db/database.ts';
import { writeDown } from '#server/domain/identity/session/session.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { disconnectServiceEffect } from '../provisioning/effects.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { namesAround, replaceSecret, type ServiceSecret } from './access.queries.ts';
import { servicePasswordChanged } from './notices.ts';

interface Change {
  readonly userId: number;
  readonly contractId: number;
  /** The secret that the change was decided on. */
  readonly was: Buffer;
  readonly next: Pick<ServiceSecret, 'form' | 'secret'>;
  /** Whether sessions with the former password end. */
  readonly ends: boolean;
}

/** Replaces the password of a service, orders it from the network and tells the client. Refuses the second of two changes. */
export async function changeServicePassword(tx: Tx, change: Change, at: At): Promise<void> {
  const { userId, contractId, was, next, ends } = change;
  const { now } = at;
  if (!(await replaceSecret(tx, userId, was, next, now))) throw new Problem('changed_meanwhile');
  await serviceChanged(tx, { userId });
  if (ends) await enqueueEffect(tx, disconnectServiceEffect, { userId, until: now.toISOString() });
  const { login } = await namesAround(tx, userId);
  await writeDown(tx, { kind: 'service_password_changed', contractId, detail: { userId } }, now);
  await notify(tx, servicePasswordChanged, contractId, { login }, at);
}
