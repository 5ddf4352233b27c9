import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { Params } from '@kabinet/contract/kernel/call/route-pattern';
import { BASE } from './base.ts';
import { leaveFor } from './leave.ts';
import { entryState, turn } from './turn.ts';

// The router of the cabinet, with only the features needed here: a general router has twelve compressed kilobytes
// (decisions 16 and 17). Names and meanings are those of react-router, so that nobody has to learn new ones.

export interface Location {
  /** Below /lk: `/payment/i`. */
  pathname: string;
  search: string;
  hash: string;
  /** `default` for the first page of a visit, another for each navigation. */
  key: string;
}

export interface Navigate {
  (to: string, options?: { replace?: boolean }): void;
  /** Steps through the history: -1 is back. */
  (steps: number): void;
}

interface Router {
  location: Location;
  navigate: Navigate;
}

/** Where the server renders a page without a router: the form of sign-in. */
const NOWHERE = { pathname: `${BASE}/`, search: '', hash: '' };

const read = (key: string): Location => {
  const { pathname, search, hash } = typeof window === 'undefined' ? NOWHERE : window.location;
  return { pathname: pathname.slice(BASE.length) || '/', search, hash, key };
};

/** For a page without a router (sign-in): every navigation loads a new page. */
const plain: Router = {
  get location() {
    return read('default');
  },
  navigate: (to: string | number) => {
    if (typeof to === 'string') leaveFor(to);
  },
};

const RouterContext = createContext(plain);
const ParamsContext = createContext<Params>({});

let navigations = 0;

/** Provides the current address; `at`: on the server. The former page stays until the next one is loaded (a transition). */
export function BrowserRouter({ at, children }: { at?: Location | undefined; children: ReactNode }) {
  const [location, setLocation] = useState(() => at ?? read('default'));

  const arrive = useCallback(() => {
    navigations += 1;
    // From the second page on, cards settle (`ui/card/card.module.css`); the first one must be there at once.
    document.documentElement.dataset['moved'] = '';
    startTransition(() => setLocation(read(String(navigations))));
  }, []);

  useEffect(() => {
    turn.path = window.location.pathname;
    // A browser would put the page of a step through the history where it was left; ours begin at the top.
    window.history.scrollRestoration = 'manual';
    const hear = (): void => {
      if (!turn.isWithin?.()) arrive();
    };
    window.addEventListener('popstate', hear);
    return () => window.removeEventListener('popstate', hear);
  }, [arrive, location]);

  const navigate = useCallback(
    (to: string | number, { replace = false } = {}) => {
      if (typeof to === 'number') {
        window.history.go(to);
        return;
      }
      const go = (): void => {
        const { dialog, named } = entryState();
        // A page that is opened from a dialog takes the place of its entry, unless coming back opens the dialog again.
        window.history[replace || (dialog && !named) ? 'replaceState' : 'pushState'](null, '', BASE + to);
        arrive();
      };
      if (turn.pending) void turn.pending.then(go);
      else go();
    },
    [arrive],
  );

  const router = useMemo((): Router => ({ location, navigate }), [location, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

export const useLocation = (): Location => useContext(RouterContext).location;
export const useNavigate = (): Navigate => useContext(RouterContext).navigate;

/** The parameters in the address of the current page. */
export const useParams = (): Params => useContext(ParamsContext);

/** Provides the parameters of the address to the page. */
export function PageParams({ params, children }: { params: Params; children: ReactNode }) {
  return <ParamsContext value={params}>{children}</ParamsContext>;
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path below /lk: `/payment/i`. */
  to: string;
  replace?: boolean;
}

/** Whether the browser must handle the click itself: a new tab, a download and the like. */
const isForBrowser = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  (event.currentTarget.target !== '' && event.currentTarget.target !== '_self');

/** A link to a page of the cabinet. */
export function Link({ to, replace = false, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={BASE + to}
      onClick={(event) => {
        onClick?.(event);
        if (isForBrowser(event)) return;
        event.preventDefault();
        navigate(to, { replace });
      }}
    >
      {children}
    </a>
  );
}

interface NavLinkProps extends LinkProps {
  /** Does not count the pages below. */
  end?: boolean;
  /** The link is current on pages below these addresses instead of below its own: `/payment`. */
  sections?: readonly string[] | undefined;
}

/** A link that shows whether its page, or a page below it, is the current one. */
export function NavLink({ end = false, sections = [], ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const within = sections.length > 0 ? sections : end ? [] : [rest.to];
  const current = pathname === rest.to || within.some((section) => pathname.startsWith(`${section}/`));
  return <Link {...rest} aria-current={current ? 'page' : undefined} />;
}
