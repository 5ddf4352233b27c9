import type { Performers } from '#kernel/outbox.ts';
import { cancelSubscription, chargeAutopayment } from './jobs/autopayment.ts';
import { configureNetwork, disconnectNetwork, providePrograms } from './jobs/network.ts';
import { endInternetSession } from './jobs/end-internet-session.ts';
import { registerReceipt } from './jobs/receipt.ts';

/** Effects whose answer changes rows of ours, beside those that a port carries out alone. */
export const performers: Performers = {
  'autopayment.charge': chargeAutopayment,
  'autopayment.cancel': cancelSubscription,
  'receipt.register': registerReceipt,
  'network.configure': configureNetwork,
  'network.provide': providePrograms,
  'network.end-session': endInternetSession,
  'network.disconnect': disconnectNetwork,
};
