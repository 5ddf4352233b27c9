import type { Contract } from '@kabinet/contract';
import type { Call, Request, Wire } from '@kabinet/contract/kernel/call';
import { contract as table } from 'virtual:contract';

/**
 * The table of calls: the addresses come from the build (see build/contract-table.ts), the types from the contract itself.
 * In the browser a call has no schemas: only what `TableCall` names may be read at run time.
 */
export const contract = table as unknown as Contract;

/** What the browser knows of a call at run time. */
export type TableCall = Pick<Call, 'method' | 'path' | 'effect' | 'access' | 'freshFor'>;

export type { Call, Request, Wire };
