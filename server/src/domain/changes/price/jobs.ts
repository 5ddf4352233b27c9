import { periodicJob } from '#server/kernel/job/job.ts';

/** Tells of prices that were planned or withdrawn. */
export const tellPricesJob = periodicJob('tell_prices');
