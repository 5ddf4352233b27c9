import type { Tx } from '#server/db/database.ts';
import type { ServiceRef } from '#server/integrations/network/port.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { provisionServiceEffect } from './effects.ts';
import { raiseVersions } from './service-state.queries.ts';

/**
 * Orders the network to apply a change of these services. Call it in the transaction that changes a service; the network is
 * told after the commit.
 */
export async function serviceChanged(tx: Tx, ...services: readonly ServiceRef[]): Promise<void> {
  await raiseVersions(tx, services);
  await Promise.all(services.map((service) => enqueueEffect(tx, provisionServiceEffect, service)));
}
