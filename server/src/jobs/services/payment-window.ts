import { endPaymentWindow } from '#server/domain/services/line/payment-window.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `endPaymentWindowJob`. */
export const endWindow = ({ db, clock }: World, { userId }: { userId: number }): Promise<void> =>
  db.write((tx) => endPaymentWindow(tx, userId, clock.now()));
