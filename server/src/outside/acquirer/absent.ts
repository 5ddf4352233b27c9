import { Problem } from '#kernel/problem.ts';
import type { Acquirer } from './port.ts';

/** Stands where no bank is connected: money that nobody sent must not come to an account. */
export const absentAcquirer: Acquirer = {
  name: 'absent',
  isConnected: false,
  createQr: () => Promise.reject(new Problem('outside_unavailable')),
  factsOf: () => Promise.resolve([]),
  readNotification: () => undefined,
};
