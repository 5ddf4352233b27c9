import { Callout } from '#ui/callout.tsx';
import { Markup } from '#shared/page/markup.tsx';
import styles from './notices-bell.module.css';
import { useIncidents } from './notices.ts';

/** Network failures at the client's address, above every page. */
export function IncidentBanner() {
  return useIncidents().map(({ id, title, body }) => (
    <div key={id} className={styles.incident}>
      <Callout tone="wait" title={title} action={<Markup html={body} />} />
    </div>
  ));
}
