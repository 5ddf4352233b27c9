import { call } from './kernel/call.ts';
import { PageQuery, pageOf } from './kernel/wire.ts';
import { MonthTotal } from './shapes.ts';

export const telephoneAccount = {
  statTotal: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-total',
    summary: 'By month, newest first: opening balance, paid, charged, closing balance',
    query: PageQuery,
    result: pageOf(MonthTotal),
  }),
};
