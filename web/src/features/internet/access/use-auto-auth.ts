import { useEffect } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';

export type AutoAuthState = Wire<typeof contract.internetUser.autoAuth>;

/** Refetch interval while the network has not applied the change. */
const ASK_AGAIN_MS = 3000;

/** Automatic authentication of a service; «применяется…» becomes «применено» by itself. */
export function useAutoAuth(id: string) {
  const answer = useCall(contract.internetUser.autoAuth, { params: { id } });
  const { data, refetch } = answer;
  const isAwaited = data?.is_applied === false;
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setInterval(() => void refetch(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAwaited, refetch]);
  return answer;
}
