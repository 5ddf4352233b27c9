import { periodicJob } from '#server/kernel/job/job.ts';

/** Folds what the network has told into sessions; while devices are known, it orders itself again each second. */
export const foldAccountingJob = periodicJob('fold_accounting');

/** Ends sessions whose end nobody has told. */
export const presumeEndsJob = periodicJob('presume_session_ends');

/** Makes and drops partitions, and moves ended sessions to their months. */
export const settleSessionsJob = periodicJob('settle_sessions');
