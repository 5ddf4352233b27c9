import { z } from 'zod';
import { call, pending } from './kernel/call.ts';
import { PageQuery, pageOf } from './kernel/wire.ts';
import { Account, MonthTotal, Movement } from './shapes.ts';

export const internetAccount = {
  get: call({
    method: 'GET',
    path: '/v2/internet-account',
    summary: 'The account of internet, TV, SIP and mail',
    result: Account,
  }),
  statTotal: call({
    method: 'GET',
    path: '/v2/internet-account/stat-total',
    summary: 'By month, newest first: opening balance, paid, charged, closing balance',
    query: PageQuery,
    result: pageOf(MonthTotal),
  }),
  statPayments: call({
    method: 'GET',
    path: '/v2/internet-account/stat-payments',
    summary: 'Payments, newest first',
    query: PageQuery,
    result: pageOf(Movement),
  }),
  statCharges: call({
    method: 'GET',
    path: '/v2/internet-account/stat-charges',
    summary: 'Charges, newest first',
    query: PageQuery,
    result: pageOf(Movement),
  }),
  statIsg: pending({
    method: 'GET',
    path: '/v2/internet-account/stat-isg',
    summary: 'Months with seconds and bytes, or the sessions of one period',
    query: z.looseObject({ user_id: z.coerce.number<string | number>().int().optional() }),
  }),
};
