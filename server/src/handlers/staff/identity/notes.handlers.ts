import type { OperatorContract } from '@kabinet/contract/staff';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { doneAt } from '../done-at.ts';
import { hasContract, insertNote } from '../staff.queries.ts';

export const noteHandlers: PlainHandlers<OperatorContract['notes']> = {
  /** A technician may tell of a visit that was given to another meanwhile: a note shows him nothing. */
  add: async ({ body }, scope) => {
    const { db, now, operator } = scope;
    const { contract_id: contractId, text } = body;
    if (!(await hasContract(db, contractId))) throw new Problem('contract_unknown');
    const { name, role } = operator;
    const note = { contractId, operator: name, role, text, doneAt: doneAt(scope, body.done_at) };
    return { contract_id: contractId, note_id: await insertNote(db, note, now) };
  },
};
