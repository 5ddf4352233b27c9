import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { NavLink, Link, useLocation, useNavigate } from '#web/lib/page/router.tsx';
import { useProvider } from '#web/lib/page/provider.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Mark } from '#web/ui/text/mark.tsx';
import { SkipLink, VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { useMay, useMe } from '../api/me.ts';
import { rolesText } from '../api/role-words.ts';
import { StaffIcon } from '../look/staff-icon.tsx';
import { SearchDialog } from '../search/search-dialog.tsx';
import styles from './frame.module.css';
import { MeDialog } from './me-dialog.tsx';
import { useRecent, type RecentContract } from '../lib/recent.ts';
import { sectionsFor } from './sections.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

const TONE_WORDS = { ok: 'работает', bad: 'не работает', off: 'закрыт' } as const;

/** Who works here, by the first letters of his names. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** The menu, the search and who works here, around each page. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const me = useMe();
  const { logo } = useProvider();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const recent = useRecent();
  const maySearch = useMay('search');
  const mayOpen = useMay('contract open');
  const asked = new URLSearchParams(search).get('q');
  const [isSearching, setSearching] = useState(asked !== null && maySearch);
  const [isMe, setMe] = useState(false);
  const [isKeys, setKeys] = useState(false);
  const main = useRef<HTMLElement>(null);
  const find = (): void => setSearching(maySearch);
  useStaffKeys({
    'ctrl KeyK': find,
    Slash: find,
    // A question mark of the Latin layout, and of the Russian one.
    'shift Slash': () => setKeys(true),
    'shift Digit7': () => setKeys(true),
    'alt KeyN': mayOpen ? () => navigate('/connect') : undefined,
    ...Object.fromEntries(
      recent.map(({ contract_id: id }, index) => [`alt Digit${index + 1}`, () => navigate(`/contracts/${id}`)]),
    ),
  });
  // A page that is opened is read from its heading on.
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  const sections = sectionsFor(me);
  return (
    <div className={styles.frame}>
      <SkipLink />
      <nav className={styles.nav} aria-label="Разделы">
        <Link to="/" className={styles.brand}>
          <Mark logo={logo} />
          <span>
            {me.provider}
            <small>Рабочее место</small>
          </span>
          <VisuallyHidden>Мой день</VisuallyHidden>
        </Link>
        <ul className={styles.links}>
          {sections.map(({ to, title, icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'}>
                <StaffIcon name={icon} />
                {title}
              </NavLink>
            </li>
          ))}
        </ul>
        {recent.length > 0 && <RecentLinks recent={recent} />}
      </nav>
      <header className={styles.top}>
        {maySearch && (
          <button type="button" className={styles.find} aria-haspopup="dialog" onClick={find}>
            <Icon name="search" size="sm" />
            <span>
              <VisuallyHidden>Найти: </VisuallyHidden>Имя, телефон, адрес, договор, MAC, сумма
            </span>
            <kbd>Ctrl K</kbd>
          </button>
        )}
        <button type="button" className={styles.me} aria-haspopup="dialog" onClick={() => setMe(true)}>
          <span className={styles.face} aria-hidden="true">
            {initials(me.name)}
          </span>
          <span>
            <b>{me.name}</b>
            <small>{rolesText(me.roles)}</small>
          </span>
        </button>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <nav className={styles.bar} aria-label="Быстрые разделы">
        {sections.slice(0, 4).map(({ to, title, icon }) => (
          <NavLink key={to} to={to} end={to === '/'}>
            <StaffIcon name={icon} />
            {title}
          </NavLink>
        ))}
        {maySearch && (
          <button type="button" aria-haspopup="dialog" onClick={find}>
            <Icon name="search" size="sm" />
            Найти
          </button>
        )}
      </nav>
      <SearchDialog open={isSearching} first={asked ?? ''} onClose={() => setSearching(false)} />
      <MeDialog
        open={isMe}
        onClose={() => setMe(false)}
        onKeys={() => {
          setMe(false);
          setKeys(true);
        }}
      />
      {isKeys && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setKeys(false)} />
        </Suspense>
      )}
    </div>
  );
}

function RecentLinks({ recent }: { recent: readonly RecentContract[] }) {
  return (
    <>
      <p className={styles.section}>
        <span>Недавние</span>
        <span>{recent.length === 1 ? 'Alt 1' : `Alt 1–${recent.length}`}</span>
      </p>
      <ul className={cx(styles.links, styles.recent)}>
        {recent.map(({ contract_id: id, name, address, tone }) => (
          <li key={id}>
            <NavLink to={`/contracts/${id}`}>
              <span className={cx(styles.dot, tone !== 'ok' && styles[tone])} aria-hidden="true" />
              <span>
                {name}, {address}
                <VisuallyHidden>, {TONE_WORDS[tone]}</VisuallyHidden>
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}
