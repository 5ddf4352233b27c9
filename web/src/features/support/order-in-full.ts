import type { contract, Wire } from '#web/api/contract.ts';

/** One order with what may be done with it. */
export type OrderInFull = Wire<typeof contract.support.getOrder>;
