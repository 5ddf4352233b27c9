import { subPath } from '@kabinet/contract/kernel/pages/address';
import type { PagePattern } from '@kabinet/contract/kernel/pages/pages';
import { compile, type Params } from '@kabinet/contract/kernel/call/route-pattern';
import { oneOf, type Answers, type ScreenCall, type Entry } from '#web/api/page-data.ts';
import { contract, type Call } from '#web/api/contract.ts';
import { allCalls, homeEntries } from '#web/features/home/home-data.ts';
import { internetCalls } from '#web/features/internet/internet-calls.ts';
import { optionsCalls, paymentCalls } from '#web/features/payment/payment-calls.ts';
import { historyCalls, monthCalls } from '#web/features/payments-history/history-calls.ts';
import { firstCalls } from '#web/shared/data/frame-data.ts';

// The screens that come with their page: the server asks their calls, renders them and puts the answers into the page. All the rest of
// the mechanism goes by this table. Files of a screen besides `main`: `vite.server.config.ts`.

/** An address below `/lk`. */
export interface PageAddress {
  readonly pathname: string;
  readonly search: string;
}

interface RenderedScreen {
  /** Names the head of the page: `HEADS` in `vite.server.config.ts`. */
  readonly name: 'home' | 'internet' | 'history' | 'payment';
  readonly patterns: readonly PagePattern[];
  /** The calls of the first screen besides those of the frame. */
  readonly calls: (params: Params, search: string) => readonly ScreenCall[];
  /** Calls that depend on the answers to the first ones. */
  readonly then?: (answers: Answers, params: Params, search: string) => readonly ScreenCall[];
  /** Calls without whose answers there is nothing to show. */
  readonly needs?: (params: Params) => readonly Call[];
  /** What the cache must hold besides the answers. */
  readonly entries?: readonly Entry[];
  /** Addresses of these patterns that are not rendered. */
  readonly except?: (search: string) => boolean;
}

const frame = firstCalls.map(oneOf);
const ofHome = allCalls.slice(firstCalls.length).map(oneOf);

const SCREENS: readonly RenderedScreen[] = [
  {
    name: 'home',
    patterns: ['/:welcome(welcome)?'],
    calls: () => ofHome,
    entries: homeEntries,
  },
  {
    name: 'payment',
    patterns: ['/payment/:p(i|t)', '/payment/:p(i|t)/:amount([\\d.,]+)'],
    calls: paymentCalls,
    then: optionsCalls,
    needs: () => [contract.payment.expectedPrice],
    // The payment for both accounts asks the same call twice.
    except: (search) => new URLSearchParams(search).has('t'),
  },
  {
    name: 'internet',
    patterns: ['/internet/:user_id'],
    calls: internetCalls,
    needs: () => [contract.user.list],
    // A dialog that an address opens begins in the browser.
    except: (search) => search !== '',
  },
  {
    name: 'history',
    patterns: ['/payments-history/:p(i|t)'],
    calls: historyCalls,
    then: monthCalls,
    needs: ({ p }) => [p === 't' ? contract.telephoneAccount.statTotal : contract.internetAccount.statTotal],
  },
];

const table = SCREENS.flatMap(({ patterns, ...screen }) =>
  patterns.map((pattern) => ({ ...screen, match: compile(pattern) })),
);

/** A screen at its address. */
export interface ScreenAt extends Pick<RenderedScreen, 'name' | 'entries'> {
  readonly place: PageAddress;
  readonly calls: readonly ScreenCall[];
  readonly then: (answers: Answers) => readonly ScreenCall[];
  readonly needs: readonly string[];
}

/** The screen that comes with the page of this address; undefined if it loads its data itself. */
export function renderedAt(place: PageAddress): ScreenAt | undefined {
  for (const screen of table) {
    const params = screen.match(place.pathname);
    // A welcome link first clears the data of the device.
    if (params && !params['welcome'] && !screen.except?.(place.search)) return atAddress(screen, place, params);
  }
  return undefined;
}

function atAddress(screen: Omit<RenderedScreen, 'patterns'>, place: PageAddress, params: Params): ScreenAt {
  const { name, entries, calls, then, needs } = screen;
  return {
    name,
    place,
    ...(entries && { entries }),
    calls: [...frame, ...calls(params, place.search)],
    then: (answers) => then?.(answers, params, place.search) ?? [],
    needs: (needs?.(params) ?? []).map((call) => subPath(call)),
  };
}
