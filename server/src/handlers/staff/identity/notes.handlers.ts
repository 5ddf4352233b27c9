import type { OperatorContract } from '@kabinet/contract/staff';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { hasContract, insertNote } from '../staff.queries.ts';

export const noteHandlers: PlainHandlers<OperatorContract['notes']> = {
  add: async ({ body }, { db, now, operator }) => {
    const { contract_id: contractId, text } = body;
    if (!(await hasContract(db, contractId))) throw new Problem('contract_unknown');
    const { name, role } = operator;
    return { contract_id: contractId, note_id: await insertNote(db, { contractId, operator: name, role, text }, now) };
  },
};
