import { z } from 'zod';
import { call } from './kernel/call.ts';
import { AskedPeriod, PageQuery, pageOf, PhoneText } from './kernel/wire.ts';
import { HistoryQuery, MonthServices, MonthTotal, Movement } from './shapes.ts';

const TelephoneHistory = HistoryQuery.extend({ phone_number: PhoneText.optional() });

export const telephoneAccount = {
  statTotal: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-total',
    summary: 'By month, newest first: opening balance, paid, charged, closing balance',
    query: PageQuery,
    result: pageOf(MonthTotal),
  }),
  statPayments: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-payments',
    summary: 'What came to the account, newest first',
    query: TelephoneHistory,
    result: pageOf(Movement),
  }),
  statCharges: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-charges',
    summary: 'What was taken from the account, newest first',
    query: TelephoneHistory,
    result: pageOf(Movement),
  }),
  statMovements: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-movements',
    summary: 'What came and what was taken together, newest first',
    query: TelephoneHistory,
    result: pageOf(Movement),
  }),
  statServices: call({
    method: 'GET',
    path: '/v2/telephone-account/stat-services',
    summary: 'What a month was spent on, by number, and what came by kind',
    query: z.strictObject({ period: AskedPeriod }),
    result: MonthServices,
  }),
};
