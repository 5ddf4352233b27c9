import { periodicJob } from '#server/kernel/job/job.ts';

/** Orders the telephone documents of the last month. */
export const orderDocumentsJob = periodicJob('order_telephone_documents');
