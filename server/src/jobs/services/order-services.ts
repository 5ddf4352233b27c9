import { orderServices } from '#server/domain/changes/catalogue/order-services.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `order_services`. */
export const orderServicesOf = ({ db }: World, { planId }: { readonly planId: number | null }): Promise<void> =>
  orderServices(db, planId);
