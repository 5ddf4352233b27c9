import { z } from 'zod';
import { call, pending } from './kernel/call.ts';
import { Account } from './shapes.ts';

export const telephone = {
  get: call({
    method: 'GET',
    path: '/v2/telephone',
    summary: 'The telephone account, or [] for a contract without one',
    result: z.union([Account, z.tuple([])]),
  }),
  emailSettings: pending({
    method: 'GET',
    path: '/v2/telephone/email-settings',
    summary: 'E-mail for invoices and call details',
  }),
  setEmail: pending({
    method: 'POST',
    path: '/v2/telephone/set-email',
    summary: 'Set the e-mail for documents; sends a code',
  }),
  activateEmail: pending({
    method: 'POST',
    path: '/v2/telephone/activate-email',
    summary: 'Confirm the e-mail by the code',
  }),
  setEmailPackage: pending({
    method: 'POST',
    path: '/v2/telephone/set-email-package',
    summary: 'Choose which documents are sent',
  }),
};
