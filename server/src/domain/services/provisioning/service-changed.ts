import type { Tx } from '#db/database.ts';
import type { ServiceRef } from '#integrations/network/port.ts';
import { enqueueEffect } from '#kernel/outbox.ts';
import { provisionService } from './effects.ts';
import { raiseVersions } from './service-state.queries.ts';

/**
 * Says that something of the services has changed which the network must know. Whoever changes a service says it in the same
 * transaction; the network is told after it.
 */
export async function serviceChanged(tx: Tx, ...services: readonly ServiceRef[]): Promise<void> {
  await raiseVersions(tx, services);
  await Promise.all(services.map((service) => enqueueEffect(tx, provisionService, service)));
}
