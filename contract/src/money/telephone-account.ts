import { z } from 'zod';
import { AskedNumber } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { AskedPeriod, PageQuery, pageOf } from '../kernel/call/wire.ts';
import { Movement } from '../shapes.ts';
import { HistoryQuery, MonthServices, MonthTotal } from './history-shapes.ts';

const TelephoneHistory = HistoryQuery.extend({ phone_number: AskedNumber.optional() });

export const telephoneAccount = {
  statTotal: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-total',
    members: ['payer', 'full'],
    summary: 'By month, newest first: opening balance, paid, charged, closing balance',
    query: PageQuery,
    result: pageOf(MonthTotal),
  }),
  statPayments: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-payments',
    members: ['payer', 'full'],
    summary: 'Payments, with refunds to the payer, newest first',
    query: TelephoneHistory,
    result: pageOf(Movement),
  }),
  statCharges: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-charges',
    members: ['payer', 'full'],
    summary: 'Charges, with their returns, newest first',
    query: TelephoneHistory,
    result: pageOf(Movement),
  }),
  statMovements: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-movements',
    members: ['payer', 'full'],
    summary: 'Payments and charges together, newest first',
    query: TelephoneHistory,
    result: pageOf(Movement),
  }),
  statServices: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-services',
    members: ['payer', 'full'],
    summary: 'Charges of a month by number, and payments by kind',
    query: z.strictObject({ period: AskedPeriod }),
    result: MonthServices,
  }),
};
