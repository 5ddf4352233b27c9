import { useQuery } from '@tanstack/react-query';
import { contract, type Wire } from '#api/contract.ts';
import { callQuery } from '#api/use-call.ts';

export type Role = NonNullable<Wire<typeof contract.internetContract.get>['role']>;

/** The screens of a role; without one, and with full access, all of them. The server refuses the rest by its table of calls. */
const SCREENS: Partial<Record<Role, RegExp>> = {
  payer: /^\/($|welcome|payment|settings)/,
  technician: /^\/($|welcome|internet\/|speed-test|support\/|settings|\w+-online)/,
};

/** What this session may do with the contract of another that it has open; undefined: the contract is its own, or not known yet. */
export const useRole = (): Role | undefined =>
  useQuery({ ...callQuery(contract.internetContract.get, {}), enabled: false }).data?.role ?? undefined;

export const maySee = (role: Role | undefined, path: string): boolean => (role && SCREENS[role]?.test(path)) !== false;

/** Whether the role sees only a part of the contract. */
export const isPartial = (role: Role | undefined): boolean => role !== undefined && role !== 'full';
