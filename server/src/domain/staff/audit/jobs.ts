import { periodicJob } from '#server/kernel/job/job.ts';

/** Seals the audit trail and, once a day, keeps its head. */
export const sealAuditJob = periodicJob('seal_audit');
