import { useState, type ReactNode } from 'react';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { counted, dayOf, dayText, keepTogether, momentText, rubles, timeText } from '#web/lib/text/format.ts';
import { groupBy } from '#web/lib/text/group-by.ts';
import { Link } from '#web/lib/page/router.tsx';
import { useClient, useInternetAccount, useMany, useUsers, type Notice } from '#web/shared/data/frame-data.ts';
import { useNotices, useReadNotices } from '#web/shared/notices/notices.ts';
import { Markup } from '#web/shared/page/markup.tsx';
import { Note } from '#web/shared/service/page/service-note.tsx';
import { ServiceText } from '#web/shared/service/text/service-text.tsx';
import { messageLooks, messagesOf, type ServiceMessage } from '#web/shared/service/text/service-texts.ts';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import type { IconName } from '#web/ui/icon/icon.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { Count, type Tone } from '#web/ui/card/state.tsx';
import { useArrears, useCharges, useOrders, usePayments } from '../home-data.ts';
import { newsSince, type News } from './since-visit.ts';
import styles from './since-last-visit.module.css';

const noticeLooks: Record<Notice['kind'], { icon: IconName; tone: Tone }> = {
  info: { icon: 'info', tone: 'info' },
  work: { icon: 'wrench', tone: 'wait' },
  incident: { icon: 'triangle-alert', tone: 'wait' },
  security: { icon: 'lock', tone: 'bad' },
  money: { icon: 'wallet', tone: 'info' },
};

/** How many rows are shown before «Показать все»; in debt, what matters is the way out of it. */
const SHOWN_AT_FIRST = 5;
const SHOWN_IN_DEBT = 2;
const shownOf = (inDebt: boolean): number => (inDebt ? SHOWN_IN_DEBT : SHOWN_AT_FIRST);

/** Whether the screen tells it elsewhere: a debt with the money, a lock in the card of the service, a network failure in the banner. */
const isSaidAbove = ({ kind, topic }: Notice): boolean =>
  kind === 'incident' || topic?.startsWith('debt:') === true || topic?.startsWith('login:') === true;

interface SinceProps {
  services: readonly ListedService[];
  ready: boolean;
  today: string;
}

/** What is new: unread messages, news of services, and what has happened since the last visit. Each fact once on the screen. */
export function SinceLastVisit({ services, ready, today }: SinceProps) {
  const asked = useCall(contract.notice.getMessages, {});
  const notices = useNotices().filter((notice) => !isSaidAbove(notice));
  const inDebt = useInternetAccount().data?.blocked === true;
  const texts = useTexts(ready, !inDebt);
  const { news, lastVisit } = useNews(services, ready);
  const failed = asked.error !== null && !asked.data;
  const rows = [
    failed && <ErrorBlock key="failed" title="Не удалось загрузить сообщения." onRetry={() => void asked.refetch()} />,
    ...alike(notices).flatMap(([latest, ...former]) =>
      latest ? [<NoticeRow key={`n${latest.id}`} latest={latest} former={former} today={today} />] : [],
    ),
    ...texts.map(({ kind, text }) => (
      <Note key={text} {...messageLooks[kind]}>
        <ServiceText text={text} />
      </Note>
    )),
    ...(news ?? []).map((one) => <NewsRow key={one.key} news={one} />),
  ].filter(Boolean);
  if (rows.length === 0 && !news) return null;
  return (
    <Card
      title={lastVisit === null ? 'Сообщения' : 'С прошлого входа'}
      aside={<Aside unread={notices.length} lastVisit={lastVisit} today={today} />}
    >
      <List rows={rows} first={shownOf(inDebt)} />
    </Card>
  );
}

/** What is owed is told once: in debt, by the card of the debt. */
function useTexts(ready: boolean, withArrears: boolean): ServiceMessage[] {
  const { data: users = [] } = useUsers(useMany() === null);
  const { data: arrears = [] } = useArrears(ready);
  const owed = withArrears ? arrears.map(({ text, amount }) => ({ text: withSum(text, amount) })) : [];
  // How long the money lasts, and what is owed, are beside the balance.
  const infos = users.map((user) => ({ infos: user.infos, duty: [], days_left: [] }));
  return messagesOf([{ duty: owed, infos: [], days_left: [] }, ...infos]);
}

/** The text of the provider may already name the sum. */
const withSum = (text: string, amount: string): string => {
  const sum = rubles(amount);
  return text.replace(/\s/g, ' ').includes(sum.replace(/\s/g, ' ')) ? text : `${text}: ${sum}`;
};

/** Undefined while they load, and for a client who visits for the first time. */
function useNews(
  services: readonly ListedService[],
  ready: boolean,
): { news: News[] | undefined; lastVisit: string | null } {
  const { data: client } = useClient();
  const { data: payments } = usePayments(ready);
  const { data: charges } = useCharges(ready);
  const { data: orders } = useOrders(ready);
  const lastVisit = client?.last_visit_at ?? null;
  if (lastVisit === null || !payments || !charges) return { news: undefined, lastVisit };
  return { news: newsSince(lastVisit, { payments, charges, orders: orders?.items ?? [], services }), lastVisit };
}

interface AsideProps {
  unread: number;
  lastVisit: string | null;
  today: string;
}

const Aside = ({ unread, lastVisit, today }: AsideProps) => (
  <span className={styles.aside}>
    {lastVisit !== null && visitDay(lastVisit, today)}
    {unread > 0 && (
      <span>
        <Count value={unread} calm />
        <VisuallyHidden> новых</VisuallyHidden>
      </span>
    )}
  </span>
);

function List({ rows, first }: { rows: ReactNode[]; first: number }) {
  const [open, setOpen] = useState(false);
  if (rows.length === 0) {
    return <p className={styles.calm}>Ничего нового: деньги, услуги и&nbsp;заявки как были.</p>;
  }
  return (
    <>
      <Rows>{open ? rows : rows.slice(0, first)}</Rows>
      {rows.length > first && (
        <div className={styles.more}>
          <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Свернуть' : `Показать все ${rows.length}`}
          </TextButton>
        </div>
      )}
    </>
  );
}

/** Notices that say the same are one row, with the words of the latest. */
const alike = (notices: readonly Notice[]): Notice[][] => [
  ...groupBy(notices, ({ kind, title }) => `${kind} ${title}`).values(),
];

interface NoticeRowProps {
  latest: Notice;
  former: readonly Notice[];
  today: string;
}

function NoticeRow({ latest, former, today }: NoticeRowProps) {
  const read = useReadNotices();
  const { kind, title, body, created_at, until } = latest;
  return (
    <Note {...noticeLooks[kind]} title={keepTogether(title)}>
      <Markup html={body} />
      {former.length > 0 && <p>{`До\u00a0этого — ещё ${counted(former.length, 'раз', 'раза', 'раз')}.`}</p>}
      <p className={styles.when}>
        <span>
          {momentText(created_at, today)}
          {until !== null && dayOf(until) >= today && `, до\u00a0${momentText(until, today)}`}
        </span>
        <TextButton onClick={() => read([latest, ...former])}>
          Прочитано
          <VisuallyHidden>: {title}</VisuallyHidden>
        </TextButton>
      </p>
    </Note>
  );
}

function NewsRow({ news: { icon, tone, title, text, to } }: { news: News }) {
  const words = keepTogether(title);
  return (
    <Note
      icon={icon}
      tone={tone}
      title={
        to === undefined ? (
          words
        ) : (
          <Link className={styles.link} to={to}>
            {words}
          </Link>
        )
      }
    >
      {text !== undefined && <p>{keepTogether(text)}</p>}
    </Note>
  );
}

/** For a visit today the time is more useful than the date. */
const visitDay = (moment: string, today: string): string =>
  dayOf(moment) === today ? `сегодня в\u00a0${timeText(moment)}` : dayText(dayOf(moment), today);
