import { Link } from '#lib/router.tsx';
import { dayOf, dayText, keepTogether, timeText } from '#lib/format.ts';
import { useClient } from '#shared/data/frame-data.ts';
import { useNotices } from '#shared/notices/notices.ts';
import { Note } from '#shared/service/service-note.tsx';
import type { Listed } from '#shared/service/service.texts.ts';
import { Card } from '#ui/card.tsx';
import { Rows } from '#ui/rows.tsx';
import { useCharges, useOrders, usePayments } from './home-data.ts';
import { newsSince, type News } from './since-visit.ts';
import styles from './since-last-visit.module.css';

/** Changes since the client's last visit. */
export function SinceLastVisit({
  services,
  ready,
  today,
}: {
  services: readonly Listed[];
  ready: boolean;
  today: string;
}) {
  const { data: client } = useClient();
  const { data: payments } = usePayments(ready);
  const { data: charges } = useCharges(ready);
  const { data: orders } = useOrders(ready);
  const notices = useNotices();
  const lastVisit = client?.last_visit_at;
  if (!lastVisit || !payments || !charges) return null;
  const news = newsSince(lastVisit, { payments, charges, orders: orders?.items ?? [], notices, services });
  return (
    <Card title="С прошлого входа" aside={<span className={styles.when}>{visitDay(lastVisit, today)}</span>}>
      {news.length === 0 ? (
        <p className={styles.calm}>Ничего нового: деньги, услуги и&nbsp;заявки как были.</p>
      ) : (
        <Rows>
          {news.map((one) => (
            <NewsRow key={one.key} news={one} />
          ))}
        </Rows>
      )}
    </Card>
  );
}

function NewsRow({ news: { icon, tone, title, text, to } }: { news: News }) {
  const words = keepTogether(title);
  return (
    <Note icon={icon} tone={tone} title={to ? <Place to={to}>{words}</Place> : words}>
      {text !== undefined && <p>{keepTogether(text)}</p>}
    </Note>
  );
}

/** A link to a place on this page is an ordinary link, which scrolls there. */
function Place({ to, children }: { to: string; children: string }) {
  if (to.startsWith('#')) {
    return (
      <a className={styles.link} href={to}>
        {children}
      </a>
    );
  }
  return (
    <Link className={styles.link} to={to}>
      {children}
    </Link>
  );
}

/** For a visit today the time is more useful than the date. */
const visitDay = (moment: string, today: string): string =>
  dayOf(moment) === today ? `сегодня в\u00a0${timeText(moment)}` : dayText(dayOf(moment), today);
