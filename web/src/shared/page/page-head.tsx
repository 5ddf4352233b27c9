import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from '#web/lib/page/router.tsx';
import { useProvider } from '#web/lib/page/provider.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import styles from './page-head.module.css';

interface PageHeadProps {
  /** The heading: the state, in at most six words. */
  title: ReactNode;
  /** The title of the tab, if the heading is not plain text or not clear alone. */
  tab?: string;
  /** One sentence below. */
  lead?: ReactNode;
  /** A state beside the heading. */
  aside?: ReactNode;
  /** The parent page: «Интернет». */
  back?: { to: string; text: string };
}

/** Allows a line break before the «@» of a mail address, which may be wider than a phone. */
function breakable(title: ReactNode): ReactNode {
  if (typeof title !== 'string' || !title.includes('@')) return title;
  const at = title.indexOf('@');
  return (
    <>
      {title.slice(0, at)}
      <wbr />
      {title.slice(at)}
    </>
  );
}

/** The head of every page: after a navigation it focuses the heading and sets the title of the tab. */
export function PageHead({ title, tab, lead, aside, back }: PageHeadProps) {
  const { name } = useProvider();
  const { key, pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The first page of a visit has the key `default`: there the browser sets the focus.
  const arrived = key !== 'default';
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
  }, [arrived, pathname]);
  return (
    <div className={styles.head}>
      <title>{`${tab ?? (typeof title === 'string' ? title : 'Кабинет')} — ${name}`}</title>
      {back && (
        <Link to={back.to} className={styles.back}>
          <Icon name="chevron-left" size="xs" />
          {back.text}
        </Link>
      )}
      <div className={styles.title}>
        <h1 ref={heading} tabIndex={-1}>
          {breakable(title)}
        </h1>
        {aside}
      </div>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </div>
  );
}
