import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { sendForStaff } from '../api/client.ts';
import { contract, type Wire } from '../api/contract.ts';

type Page = Wire<typeof contract.debtors.list>;
export type Debtor = Page['items'][number];
export type BandTotal = Page['bands'][number];
export type Band = BandTotal['band'];
export type Reminded = Wire<typeof contract.debtors.remind>;

export interface DebtorsAsked {
  readonly band: Band | undefined;
  readonly sort: 'sum' | 'age';
  /** As it is sent; undefined: any sum. */
  readonly from: string | undefined;
}

const ON_PAGE = 50;

/** Who owes, page by page; the totals are of all pages. */
export function useDebtors({ band, sort, from }: DebtorsAsked) {
  const query = { sort, limit: String(ON_PAGE), ...(band && { band }), ...(from !== undefined && { from }) };
  const ask = (cursor: string | null, signal: AbortSignal) =>
    sendForStaff(contract.debtors.list, { query: { ...query, ...(cursor !== null && { cursor }) } }, { signal });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [contract.debtors.list.path, query],
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  return {
    data: data && joined(data.pages),
    error: data === undefined ? error : null,
    refetch,
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    isLoadingMore: isFetchingNextPage,
  };
}

/** The totals are the same on each page. */
const joined = (pages: readonly Page[]) => ({
  bands: pages[0]?.bands ?? [],
  total: pages[0]?.total ?? { count: 0, sum: '0.00' },
  items: pages.flatMap(({ items }) => items),
});
