import { periodicJob } from '#server/kernel/job/job.ts';

/** Compares what the network has with what it should have. */
export const checkNetworkJob = periodicJob('check_network');
