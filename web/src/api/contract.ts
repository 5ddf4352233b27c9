import type { Call, Request, Wire } from '@kabinet/contract/kernel/call';

/**
 * The table of calls: the addresses come from the build (see build/contract-table.ts), the types from the contract itself.
 * In the browser a call has no schemas: only what `TableCall` names may be read at run time.
 */
export { contract } from 'virtual:contract';

/** What the browser knows of a call at run time. */
type TableCall = Pick<Call, 'method' | 'path' | 'effect' | 'access' | 'freshFor'>;

export type { Call, Request, Wire };
