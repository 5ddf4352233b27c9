import type { z } from 'zod';
import { roleCalls, type OperatorContract } from '@kabinet/contract/staff';
import { latestActions } from '#server/db/queries/operator-action.ts';
import { verifyAudit } from '#server/domain/staff/audit/verify.ts';
import { maskedInput } from '#server/kernel/call/masking.ts';
import { sightOf } from '#server/kernel/call/sight.ts';
import type { Progress } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { SIGN_IN } from '../identity/note-entry.ts';

const callOf = (words: string) => roleCalls.find(({ command }) => command.words === words);

/** The fields of the call that is known by its words. */
function fieldsOf(words: string): Readonly<Record<string, z.core.$ZodType>> {
  const call = callOf(words);
  return call ? { ...call.params.shape, ...call.query.shape, ...call.body.shape } : {};
}

/** What was done, as the help of its command says it; a command of an earlier version keeps its words. */
function titleOf(words: string): string {
  const told = words === SIGN_IN ? 'вход в рабочее место' : (callOf(words)?.command.help ?? words);
  return told.charAt(0).toUpperCase() + told.slice(1);
}

export const auditHandlers: PlainHandlers<OperatorContract['audit']> = {
  list: async ({ query }, { db, operator }) => {
    const sight = sightOf(operator);
    const actions = await latestActions(db, query.limit);
    return actions.map((action) => ({
      ...action,
      title: titleOf(action.call),
      input: maskedInput(fieldsOf(action.call), action.input, sight),
    }));
  },
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
