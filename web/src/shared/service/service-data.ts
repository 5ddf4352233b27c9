import { ApiError } from '#web/api/api-error.ts';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { useUsers, type User } from '#web/shared/data/frame-data.ts';
import { kindOf, type UserKind } from './text/service-state.tsx';
import type { LoadedQuery } from '#web/shared/page/loaded.tsx';

const ID = /^[1-9]\d{0,14}$/;

const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

interface Service extends LoadedQuery<User> {
  /** There is no such service of this kind in the contract. */
  lost: boolean;
  /** All services of the kind, in the order of the provider. */
  siblings: readonly User[];
}

/** The service of an address. One that is not in the list (a closed one) is requested by its id. */
export function useService(kind: UserKind, id: string): Service {
  const users = useUsers();
  const isId = ID.test(id);
  const known = users.data?.find(({ user_id }) => String(user_id) === id);
  const single = useCall(contract.user.get, { params: { id } }, { enabled: isId && users.isFetched && !known });
  const data = known ?? single.data;
  return {
    data,
    error: single.error ?? users.error,
    refetch: () => Promise.all([users.refetch(), single.refetch()]),
    lost: !isId || isOfOtherKind(data, kind) || isNotFound(single.error),
    siblings: siblingsOf(users.data, kind),
  };
}

const isOfOtherKind = (user: User | undefined, kind: UserKind): boolean =>
  user !== undefined && kindOf(user.user_type) !== kind;

const siblingsOf = (users: readonly User[] | undefined, kind: UserKind): readonly User[] =>
  users?.filter(({ user_type }) => kindOf(user_type) === kind) ?? [];
