import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { subPath } from '@kabinet/contract/kernel/address';
import { loadBatch, wanted } from '#api/batch.ts';
import { contract, type Call, type Request, type Wire } from '#api/contract.ts';
import { fromBatch } from '#api/in-flight.ts';
import { cacheKey, callQuery } from '#api/use-call.ts';

export type ExpectedPrice = Wire<typeof contract.payment.expectedPrice>;
export type Arrears = Wire<typeof contract.internetContract.programArrears>;
export type Movements = Wire<typeof contract.internetAccount.statPayments>;
export type Movement = Movements['items'][number];
export type Orders = Wire<typeof contract.support.getOrders>;
export type Order = Orders['items'][number];

/** How many of the latest payments and charges the home screen asks for. */
const LATEST = { query: { limit: 5 } } as const;
const FOR_INTERNET = { query: { p: 'i' } } as const;

/** What the home screen needs beside the frame's own answers. */
export const homeCalls = [
  wanted(contract.internetContract.programArrears, {}),
  wanted(contract.internetAccount.statPayments, LATEST),
  wanted(contract.internetAccount.statCharges, LATEST),
  wanted(contract.payment.expectedPrice, FOR_INTERNET),
];

/** What has just come with the batch is not asked for again by the parts that appear after it; older answers are. */
const JUST_CAME_MS = 30_000;

const areKnown = (cache: QueryClient): boolean =>
  homeCalls.every(([call, request]) => cache.getQueryData(cacheKey(call, request)) !== undefined);

/** The batch of the start brings them where it asks for them too; otherwise they are asked for together here. */
async function loadHome(cache: QueryClient): Promise<true> {
  await Promise.resolve();
  const answered = await Promise.all(homeCalls.map(([call, request]) => fromBatch(subPath(call, request.params))));
  if (answered.every((answer) => answer === undefined)) await loadBatch(cache, homeCalls);
  return true;
}

/** Gives whether the parts may ask for what is still missing, each for its own. */
export function useHomeBatch(): boolean {
  const cache = useQueryClient();
  const { isFetched } = useQuery({
    queryKey: ['default', 'index', 'home'],
    queryFn: () => loadHome(cache),
    staleTime: JUST_CAME_MS,
    retry: false,
  });
  return isFetched || areKnown(cache);
}

/** One answer of the screen; asked for singly only when the batch did not bring it, or when it is outdated. */
const usePart = <C extends Call>(call: C, request: Request<C>, ready: boolean) =>
  useQuery({ ...callQuery(call, request), staleTime: JUST_CAME_MS, enabled: ready });

export const useExpectedPrice = (ready: boolean) => usePart(contract.payment.expectedPrice, FOR_INTERNET, ready);
export const useArrears = (ready: boolean) => usePart(contract.internetContract.programArrears, {}, ready);
export const usePayments = (ready: boolean) => usePart(contract.internetAccount.statPayments, LATEST, ready);
export const useCharges = (ready: boolean) => usePart(contract.internetAccount.statCharges, LATEST, ready);
export const useOrders = (ready: boolean) => usePart(contract.support.getOrders, {}, ready);
