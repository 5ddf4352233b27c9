import type { contract } from '@kabinet/contract';
import type { PlainHandlers } from '../shared/plain-handlers.ts';
import { notImplemented } from '../shared/not-implemented.ts';
import { confirmedContacts, ordersOf } from './support.queries.ts';
import { maskedEmail, maskedPhone } from '#domain/identity/contacts/address.rules.ts';

export const supportHandlers: PlainHandlers<typeof contract.support> = {
  getOrders: async ({ query }, { db, subscriber }) => {
    const { items, next } = await ordersOf(db, subscriber, query);
    return {
      items: items.map(({ visit_from, visit_to, ...order }) => ({
        ...order,
        visit: visit_from && visit_to && { from: visit_from, to: visit_to },
      })),
      next,
    };
  },
  getCont: async (_, { db, subscriber, provider }) => {
    const own = subscriber && (await confirmedContacts(db, subscriber));
    return {
      phones: [...provider.support_phones],
      email: provider.support_email,
      office: provider.office,
      own: own ? { phone: own.phone && maskedPhone(own.phone), email: own.email && maskedEmail(own.email) } : null,
    };
  },
  getOrdersTimeline: notImplemented,
  getOrderGoals: notImplemented,
  addOrder: notImplemented,
  callBack: notImplemented,
  newClient: notImplemented,
  cityList: notImplemented,
  streetList: notImplemented,
};
