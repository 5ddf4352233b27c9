import { useQuery } from '@tanstack/react-query';
import { contract, type Wire } from '#web/api/contract.ts';
import { callQuery } from '#web/api/use-call.ts';

/** `none`: a person without a contract, to whom none is open now. */
export type Role = NonNullable<Wire<typeof contract.internetContract.get>['role']>;

/** The screens that a role may open; a role that is not listed, or none, may open all. The server checks each call besides. */
const SCREENS: Partial<Record<Role, RegExp>> = {
  payer: /^\/($|welcome|payment|settings)/,
  none: /^\/settings/,
  technician: /^\/($|welcome|internet\/|speed-test|support\/|settings|\w+-online)/,
};

const useOpened = () => useQuery({ ...callQuery(contract.internetContract.get, {}), enabled: false }).data;

/** The role in the open contract of another subscriber; undefined if the contract is the own one, or not known yet. */
export const useRole = (): Role | undefined => useOpened()?.role ?? undefined;

export const maySee = (role: Role | undefined, path: string): boolean => (role && SCREENS[role]?.test(path)) !== false;

/** What the frame may ask for: nothing until the role is known, because the server would refuse it to a role that may not. */
export function useFrameMay(test: (role: Role | undefined) => boolean): boolean {
  const opened = useOpened();
  return opened !== undefined && test(opened.role ?? undefined);
}

/** Whether the role sees only a part of the contract. */
export const isPartial = (role: Role | undefined): boolean => role !== undefined && role !== 'full';
