import type { Call, Request, Wire } from '@kabinet/contract/kernel/call/call';

/**
 * The table of calls: the addresses come from the build (see build/contract-table.ts), the types from the contract itself.
 * In the browser a call has no schemas: only method, path, freshFor and outdates may be read at run time, whether its effect is `change`,
 * and whether its access is `public`.
 */
export { contract } from 'virtual:contract';

export type { Call, Request, Wire };
