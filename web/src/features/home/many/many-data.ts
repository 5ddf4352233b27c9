import { useEffect, useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePages } from '#web/api/use-pages.ts';
import type { LoadedQuery } from '#web/shared/page/loaded.tsx';
import { useWithoutDevice } from '#web/shared/page/without-device.ts';
import type { Hit } from '#web/shared/data/incidents.ts';
import type { ServicesOverview } from '#web/shared/data/frame-data.ts';
import {
  listedNumbers,
  listedUsers,
  type ListedService,
  type ListKind,
} from '#web/shared/service/text/service.texts.ts';

export type Place = ServicesOverview['places']['items'][number];
export type Spending = Wire<typeof contract.user.spending>;
export type SpentDay = Spending['days'][number];
type Found = Wire<typeof contract.user.find>['items'][number];

/** A line of the server's lists as a row; among many it has its own name, even if it is the only one of its kind. */
export const listedOne =
  (hit: Hit) =>
  ({ user, number }: Found): ListedService[] => {
    if (user) return listedUsers([user], hit).map((one) => ({ ...one, name: user.name }));
    return number ? listedNumbers([number], hit) : [];
  };

/** The month, which the page of the server leaves out: a large company has fifty thousand lines of it. */
export function useSpending(ready: boolean): LoadedQuery<Spending> {
  return useWithoutDevice(useCall(contract.user.spending, {}, { enabled: ready }));
}

/** So many rows come at once. */
const PAGE = 20;

export interface FindQuery {
  q?: string;
  kind?: ListKind;
  address?: string;
  troubled?: '1';
}

export const useFound = (query: FindQuery) => usePages(contract.user.find, PAGE, { ...query });

/** How many are found on all pages. */
export const useFoundCount = (query: FindQuery) =>
  useCall(contract.user.find, { query: { ...query, limit: 1 } }).data?.count;

export const usePlaces = (kind?: ListKind) => usePages(contract.user.places, PAGE, { ...(kind && { kind }) });

const TYPING_MS = 250;

/** What is typed, once nobody has typed for a moment. */
export function useRestingText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(waiting);
  }, [text]);
  return settled;
}
