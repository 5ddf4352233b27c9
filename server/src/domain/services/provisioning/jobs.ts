import { periodicJob } from '#kernel/job/job.ts';

/** Compares what the network has with what it should have. */
export const checkNetwork = periodicJob('check_network');
