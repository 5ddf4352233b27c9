import type { contract, Wire } from '../api/contract.ts';

/** Somebody of the staff, as the list tells. */
export type Colleague = Wire<typeof contract.staff.list>[number];
