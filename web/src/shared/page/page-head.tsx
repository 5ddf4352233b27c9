import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from '#lib/router.tsx';
import { useProvider } from '#lib/provider.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './page-head.module.css';

interface PageHeadProps {
  /** The heading: the state in words, six at most. */
  title: ReactNode;
  /** The title of the tab when the heading is not plain text, or says too little alone. */
  tab?: string;
  /** One sentence below. */
  lead?: ReactNode;
  /** A state beside the heading. */
  aside?: ReactNode;
  /** Where this page hangs: «Интернет». */
  back?: { to: string; text: string };
}

/** An address of mail may be wider than a phone: it breaks before its «@». */
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

/** The head of every page: its heading takes the focus after a navigation, its words become the title of the tab. */
export function PageHead({ title, tab, lead, aside, back }: PageHeadProps) {
  const { name } = useProvider();
  const { key, pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The first page of a visit has the key `default`: there the browser itself decides where reading begins.
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
