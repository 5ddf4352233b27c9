import { periodicJob } from '#server/kernel/job/job.ts';

/** Books what waits in the database of another billing and reads its views; it orders itself again every few seconds. */
export const joinBillingJob = periodicJob('join_billing');

/** Only one reading at a time. */
export const BILLING_QUEUE = 'billing';
