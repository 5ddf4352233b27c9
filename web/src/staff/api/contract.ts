import type { Call, Request, Wire } from '@kabinet/contract/kernel/call/call';

/** The staff's table of calls: the addresses come from the build, the types from the contract itself. */
export { contract } from 'virtual:staff-contract';

export type { Call, Request, Wire };
