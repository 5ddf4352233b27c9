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
import type { Params } from './route-pattern.ts';

// Addresses of the cabinet: what a general router does in twelve compressed kilobytes, for the one case there is here
// (docs/decisions: the first load). Names and meaning are those of react-router, so that nobody has to learn anything.

const BASE = import.meta.env.BASE_URL.replace(/\/$/, '');

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

const read = (key: string): Location => {
  const { pathname, search, hash } = window.location;
  return { pathname: pathname.slice(BASE.length) || '/', search, hash, key };
};

/** A page without a router around it, sign-in: wherever it leads, the browser loads that page anew. */
const plain: Router = {
  get location() {
    return read('default');
  },
  navigate: (to: string | number) => {
    if (typeof to === 'string') leaveFor(to);
  },
};

/** Leaves this page for one that is loaded anew, a path below /lk; going back skips this one. */
export function leaveFor(path: string): void {
  window.location.replace(BASE + path);
}

const RouterContext = createContext(plain);
const ParamsContext = createContext<Params>({});

let navigations = 0;

/** Knows where the visitor is. The former page stays until the next one has come (a transition). */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => read('default'));

  const arrive = useCallback(() => {
    navigations += 1;
    startTransition(() => setLocation(read(String(navigations))));
  }, []);

  useEffect(() => {
    window.addEventListener('popstate', arrive);
    return () => window.removeEventListener('popstate', arrive);
  }, [arrive]);

  const navigate = useCallback(
    (to: string | number, { replace = false } = {}) => {
      if (typeof to === 'number') {
        window.history.go(to);
        return;
      }
      window.history[replace ? 'replaceState' : 'pushState'](null, '', BASE + to);
      arrive();
    },
    [arrive],
  );

  const router = useMemo((): Router => ({ location, navigate }), [location, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

export const useLocation = (): Location => useContext(RouterContext).location;
export const useNavigate = (): Navigate => useContext(RouterContext).navigate;

/** The parameters of the address of the page that is shown. */
export const useParams = (): Params => useContext(ParamsContext);

/** Gives the page the parameters of its address. */
export function PageParams({ params, children }: { params: Params; children: ReactNode }) {
  return <ParamsContext value={params}>{children}</ParamsContext>;
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path below /lk: `/payment/i`. */
  to: string;
  replace?: boolean;
}

/** Whether the browser should do what it does with links itself: open a new tab, download, and the like. */
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
  /** Leaves the pages below out. */
  end?: boolean;
  /** The pages below these addresses belong to the link, in place of those below its own: `/payment`. */
  sections?: readonly string[] | undefined;
}

/** A link that says when its page, or a page below it, is the current one. */
export function NavLink({ end = false, sections = [], ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const within = sections.length > 0 ? sections : end ? [] : [rest.to];
  const current = pathname === rest.to || within.some((section) => pathname.startsWith(`${section}/`));
  return <Link {...rest} aria-current={current ? 'page' : undefined} />;
}
