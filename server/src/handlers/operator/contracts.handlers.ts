import type { OperatorContract } from '@kabinet/contract/operator';
import { newsReaders } from '#domain/messaging/choices.queries.ts';
import { notify, notifyAll } from '#domain/messaging/notify.ts';
import { connectService } from '#domain/changes/program/starter.ts';
import { forgetServiceKey } from '#domain/services/access/service-key.ts';
import { Problem } from '#kernel/problem.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';
import { atOf } from './at.ts';
import { news, writtenByOperator } from './notices.ts';
import { accountsOf, hasContract } from './operator.queries.ts';

export const contractHandlers: PlainHandlers<OperatorContract['contracts']> = {
  balance: async ({ query }, { db }) => {
    const accounts = await accountsOf(db, query.contract_id);
    if (accounts.length === 0) throw new Problem('contract_unknown');
    return accounts;
  },
  notify: async ({ body }, { db, now, provider }) => {
    const { contract_id: contractId, title, text } = body;
    if (!(await hasContract(db, contractId))) throw new Problem('contract_unknown');
    await notify(db, writtenByOperator, contractId, { title, text }, atOf({ now, provider }));
    return { contract_id: contractId };
  },
  news: async ({ body: data }, { db, now, provider }) => {
    const readers = await newsReaders(db, provider.product);
    const list = readers.map(({ contract_id: contractId }) => ({ contractId, data }));
    await notifyAll(db, news, list, atOf({ now, provider }));
    return { readers: readers.length };
  },
};

export const serviceHandlers: PlainHandlers<OperatorContract['services']> = {
  connect: async ({ body }, { db, now }) => {
    const state = await connectService(db, body.user_id, now);
    if (state === undefined) throw new Problem('service_not_connecting');
    return { state };
  },
};

export const serviceKeyHandlers: PlainHandlers<OperatorContract['serviceKey']> = {
  forget: async (_, { db }) => ({ erased: await forgetServiceKey(db) }),
};
