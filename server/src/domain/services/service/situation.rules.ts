import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';

export type User = Result<typeof contract.user.get>;
type BlockReason = NonNullable<User['reason']>;

/** The state of a service, or the reason why it is blocked. */
export type Situation = Exclude<User['state'], 'blocked'> | BlockReason;

/**
 * Whether the fee runs in a situation (domain.md, 5). `yes`: charged as usual, because the client can use or restore
 * the service. `after_debt`: it waits until the debt is paid. `after_return`: it begins on the day on which the pause
 * ends. `no`: nothing is charged until an operator or a technician acts.
 */
export const feeIn = {
  connecting: 'no',
  active: 'yes',
  paused: 'after_return',
  closed: 'no',
  debt: 'after_debt',
  login_locked: 'yes',
  session_stuck: 'yes',
  binding_stale: 'yes',
  schedule: 'yes',
  // Spam or an attack from the client's device: the client must fix it, and the line stays reserved.
  abuse: 'yes',
  operator: 'no',
  // A repair takes hours, a fee covers a month: it is charged, and the time without service is given back.
  repair: 'yes',
} as const satisfies Record<Situation, 'yes' | 'after_debt' | 'after_return' | 'no'>;
