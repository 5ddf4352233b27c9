import { useLocation } from '#web/lib/page/router.tsx';
import { useIncidents } from '#web/shared/data/incidents.ts';
import { Markup } from '#web/shared/page/markup.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import styles from './notices-bell.module.css';

/** Pages that show the failure themselves, with «У меня тоже»: the orders, and the network now. */
const TOLD_BY_PAGE = /^\/(?:support\/(?:orders|new)|[^/]+-online)$/;

/** Network failures at the client's address, above every page. */
export function IncidentBanner() {
  const { pathname } = useLocation();
  return TOLD_BY_PAGE.test(pathname) ? null : <IncidentNotes />;
}

/** The failures that the messages of the client tell. */
export function IncidentNotes() {
  return useIncidents().map(({ id, title, body }) => (
    <div key={id} className={styles.incident}>
      <Callout tone="wait" title={title} action={<Markup html={body} />} />
    </div>
  ));
}
