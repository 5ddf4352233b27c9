import type { OperatorContract } from '@kabinet/contract/operator';
import { postCash } from '#domain/payments/payment-agents/office.ts';
import { Problem } from '#kernel/problem.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';
import { atOf } from './at.ts';
import { accountOf } from './refusals.ts';

export const officeHandlers: PlainHandlers<OperatorContract['office']> = {
  post: async ({ body }, scope) => {
    const { account_no, ...cash } = body;
    const outcome = await postCash(scope.db, { ...cash, account: accountOf(account_no) }, atOf(scope));
    if (outcome === 'account_unknown') throw new Problem('account_unknown');
    if (outcome === 'conflict') throw new Problem('document_conflict');
    return { outcome };
  },
};
