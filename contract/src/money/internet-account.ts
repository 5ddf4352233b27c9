import { z } from 'zod';
import { AskedUserInAddress } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { AskedDay, AskedPeriod, PageQuery, pageOf } from '../kernel/call/wire.ts';
import { Account, Movement } from '../shapes.ts';
import { HistoryQuery, MonthServices, MonthTotal } from './history-shapes.ts';
import { InternetUse } from '../services/internet-session-shapes.ts';

const InternetHistory = HistoryQuery.extend({ user_id: AskedUserInAddress.optional() });

export const internetAccount = {
  get: call({
    method: 'GET',
    path: '/v2/internet-account',
    members: ['payer', 'full'],
    summary: 'The account of internet, TV, SIP and mail',
    result: Account,
  }),
  statTotal: call({
    method: 'GET',
    path: '/v2/internet-account/stat-total',
    members: ['payer', 'full'],
    summary: 'By month, newest first: opening balance, paid, charged, closing balance',
    query: PageQuery,
    result: pageOf(MonthTotal),
  }),
  statPayments: call({
    method: 'GET',
    path: '/v2/internet-account/stat-payments',
    members: ['payer', 'full'],
    summary: 'Payments, with refunds to the payer, newest first',
    query: InternetHistory,
    result: pageOf(Movement),
  }),
  statCharges: call({
    method: 'GET',
    path: '/v2/internet-account/stat-charges',
    members: ['payer', 'full'],
    summary: 'Charges, with their returns, newest first',
    query: InternetHistory,
    result: pageOf(Movement),
  }),
  statMovements: call({
    method: 'GET',
    path: '/v2/internet-account/stat-movements',
    members: ['payer', 'full'],
    summary: 'Payments and charges together, newest first',
    query: InternetHistory,
    result: pageOf(Movement),
  }),
  statServices: call({
    method: 'GET',
    path: '/v2/internet-account/stat-services',
    members: ['payer', 'full'],
    summary: 'Charges of a month by service, and payments by kind',
    query: z.strictObject({ period: AskedPeriod }),
    result: MonthServices,
  }),
  statIsg: call({
    method: 'GET',
    path: '/v2/internet-account/stat-isg',
    members: ['technician', 'full'],
    summary: 'Months of an internet service with time and traffic; with a period, its days and sessions',
    query: PageQuery.extend({
      user_id: AskedUserInAddress,
      period: AskedPeriod.optional(),
      day: AskedDay.optional().meta({ description: 'A day of the period: returns only its sessions and hours' }),
    }),
    result: InternetUse,
  }),
};
