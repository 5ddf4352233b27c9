import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { loadBatch, wanted } from '#web/api/batch.ts';
import { contract, type Call, type Request, type Wire } from '#web/api/contract.ts';
import { cacheKey, JUST_CAME_MS, useCall } from '#web/api/use-call.ts';
import { firstCalls } from '#web/shared/data/frame-data.ts';
import { comingText } from '#web/shared/service/text/order.texts.ts';

export type ExpectedPrice = Wire<typeof contract.payment.expectedPrice>;
export type HomeMovements = Wire<typeof contract.internetAccount.statPayments>;
export type HomeMovement = HomeMovements['items'][number];
type Orders = Wire<typeof contract.support.getOrders>;
export type ListedOrder = Orders['items'][number];

/** How many of the latest payments and charges the home screen requests. */
const LATEST = { query: { limit: 5 } } as const;
const FOR_INTERNET = { query: { p: 'i' } } as const;

/** The calls of the home screen besides those of the frame. */
const homeCalls = [
  wanted(contract.internetContract.programArrears, {}),
  wanted(contract.internetAccount.statPayments, LATEST),
  wanted(contract.internetAccount.statCharges, LATEST),
  wanted(contract.payment.expectedPrice, FOR_INTERNET),
  wanted(contract.promisedPayment.inDebt, {}),
];

/** All calls of the screen. */
export const allCalls = [...firstCalls, ...homeCalls];

const BATCH_KEY = ['default', 'index', 'home'];

/** What the cache holds besides the answers when they came with the page. */
export const homeEntries = [[BATCH_KEY, true]] as const;

const areKnown = (cache: QueryClient): boolean =>
  homeCalls.every(([call, request]) => cache.getQueryData(cacheKey(call, request)) !== undefined);

/** Loads all data of the frame and home in one request. Returns whether the parts may now request missing data themselves. */
export function useHomeBatch(): boolean {
  const cache = useQueryClient();
  const { isFetched } = useQuery({
    queryKey: BATCH_KEY,
    queryFn: async () => {
      await loadBatch(cache, allCalls);
      return true;
    },
    staleTime: JUST_CAME_MS,
    retry: false,
  });
  return isFetched || areKnown(cache);
}

/** One result of the screen; requested separately only when the batch did not bring it, or when it is outdated. */
const usePart = <C extends Call>(call: C, request: Request<C>, ready: boolean) =>
  useCall(call, request, { enabled: ready });

export const useExpectedPrice = (ready: boolean) => usePart(contract.payment.expectedPrice, FOR_INTERNET, ready);
export const useArrears = (ready: boolean) => usePart(contract.internetContract.programArrears, {}, ready);
export const usePayments = (ready: boolean) => usePart(contract.internetAccount.statPayments, LATEST, ready);
export const useCharges = (ready: boolean) => usePart(contract.internetAccount.statCharges, LATEST, ready);
export const useOrders = (ready: boolean) => usePart(contract.support.getOrders, {}, ready);

/** The lead of the screen; whoever waits for a technician must not look for him below. */
export function useLeadOfHome(lead: string | undefined): { lead?: string } {
  const coming = useOrders(false).data?.items.map(comingText).find(Boolean);
  const told = [coming && `${coming}.`, lead].filter(Boolean).join(' ');
  return told === '' ? {} : { lead: told };
}
