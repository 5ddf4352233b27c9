import type { OperatorContract } from '@kabinet/contract/staff';
import { latestActions } from '#server/db/queries/operator-action.ts';
import { verifyAudit } from '#server/domain/staff/audit/verify.ts';
import type { Progress } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

export const auditHandlers: PlainHandlers<OperatorContract['audit']> = {
  list: ({ query }, { db }) => latestActions(db, query.limit),
  verify: async (_, { db, outside, reply }) => {
    const hear = (progress: Progress) => reply.progress?.(progress);
    const { head, waiting, anchors, faults } = await verifyAudit(db, { store: outside.auditAnchors, hear });
    const hash = head.seq === 0 ? null : head.hash.toString('hex');
    return {
      links: head.seq,
      hash,
      unsealed: waiting.count,
      unsealed_seconds: Math.round(waiting.oldest),
      anchors,
      faults: [...faults],
    };
  },
};
