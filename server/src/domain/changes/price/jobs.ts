import { periodicJob } from '#kernel/job/job.ts';

/** Tells of prices that were planned or withdrawn. */
export const tellPrices = periodicJob('tell_prices');
