import { useEffect } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';

export type TvDevices = Wire<typeof contract.tvUser.devices>;
export type TvDevice = TvDevices['devices'][number];
export type Remote = TvDevice['remote'][number];
export type Action = Remote['action'];
export type Activation = NonNullable<TvDevices['activation']>;

/** Refetch interval while the platform is awaited. */
const ASK_AGAIN_MS = 2000;

/** Whether an answer of the platform is awaited: then the list changes by itself. */
const isAwaited = ({ is_looking, devices, activation }: TvDevices): boolean =>
  is_looking ||
  activation?.code?.is_ready === false ||
  devices.some(({ is_leaving, remote }) => is_leaving || remote.some(({ last }) => last?.state === 'sent'));

/** The devices of a service as the portal knows them; does not ask the platform. */
export const useKnownDevices = (userId: number) => useCall(contract.tvUser.devices, { params: { id: String(userId) } });

/** The same, kept up to date: the platform is asked anew when the screen opens; what is on its way arrives by itself. */
export function useTvDevices(userId: number) {
  const answer = useKnownDevices(userId);
  const { mutate: look } = useAction(contract.tvUser.look);
  const { data, refetch } = answer;
  const isKnown = data?.is_connected === true;
  useEffect(() => {
    if (isKnown) look({ params: { id: String(userId) } });
  }, [isKnown, userId]);
  const awaited = data !== undefined && isAwaited(data);
  useEffect(() => {
    if (!awaited) return undefined;
    const timer = setInterval(() => void refetch(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [awaited, refetch]);
  return answer;
}
