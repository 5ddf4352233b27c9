import { Problem } from '#kernel/problem.ts';
import type { Acquirer } from './port.ts';

const refused = () => Promise.reject(new Problem('outside_unavailable'));

/** Stands where no bank is connected: money that nobody sent must not come to an account. */
export const absentAcquirer: Acquirer = {
  name: 'absent',
  isConnected: false,
  mostRefunds: 0,
  createQr: refused,
  factsOf: () => Promise.resolve([]),
  cancelQr: refused,
  readNotification: () => undefined,
  refund: refused,
  refundState: refused,
};
