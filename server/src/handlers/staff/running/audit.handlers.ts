import type { OperatorContract } from '@kabinet/contract/staff';
import { latestActions } from '#server/db/queries/operator-action.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

export const auditHandlers: PlainHandlers<OperatorContract['audit']> = {
  list: ({ query }, { db }) => latestActions(db, query.limit),
};
