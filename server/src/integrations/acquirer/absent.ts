import { Problem } from '#server/kernel/call/problem.ts';
import type { Acquirer } from './port.ts';

const refused = () => Promise.reject(new Problem('outside_unavailable'));

/** Used when no bank is connected, so that no account is credited with money that nobody has sent. */
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
