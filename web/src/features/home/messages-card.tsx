import { useState } from 'react';
import { contract } from '#api/contract.ts';
import { useCall } from '#api/use-call.ts';
import { dayOf, momentText, rubles } from '#lib/format.ts';
import { useUsers, type Notice } from '#shared/data/frame-data.ts';
import { Markup } from '#shared/page/markup.tsx';
import { useNotices, useReadNotice } from '#shared/notices/notices.ts';
import { Note } from '#shared/service/service-note.tsx';
import { ServiceText } from '#shared/service/service-text.tsx';
import { messageLooks, messagesOf, type ServiceMessage } from '#shared/service/service-texts.ts';
import { Button, TextButton } from '#ui/button.tsx';
import { ErrorBlock } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import type { IconName } from '#ui/icon.tsx';
import { Rows } from '#ui/rows.tsx';
import { Count, type Tone } from '#ui/state.tsx';
import { VisuallyHidden } from '#ui/hidden.tsx';
import { useArrears } from './home-data.ts';
import styles from './messages-card.module.css';

const noticeLooks: Record<Notice['kind'], { icon: IconName; tone: Tone }> = {
  info: { icon: 'info', tone: 'info' },
  work: { icon: 'wrench', tone: 'wait' },
  incident: { icon: 'triangle-alert', tone: 'wait' },
  security: { icon: 'lock', tone: 'bad' },
  money: { icon: 'wallet', tone: 'info' },
};

/** How many are shown before «Показать все». */
const SHOWN_AT_FIRST = 4;

/** Unread notices (except network failures, which are above the page), and the provider's messages about services. */
export function MessagesCard({ ready, today }: { ready: boolean; today: string }) {
  const asked = useCall(contract.notice.getMessages, {});
  const notices = useNotices().filter(({ kind }) => kind !== 'incident');
  const texts = useTexts(ready);
  if (asked.error && !asked.data) {
    return <ErrorBlock title="Не удалось загрузить сообщения." onRetry={() => void asked.refetch()} />;
  }
  return <Messages notices={notices} texts={texts} today={today} />;
}

function useTexts(ready: boolean): ServiceMessage[] {
  const { data: users = [] } = useUsers();
  const { data: arrears = [] } = useArrears(ready);
  const owed = arrears.map(({ text, amount }) => ({ text: withSum(text, amount) }));
  return messagesOf([{ duty: owed, infos: [], days_left: [] }, ...users]);
}

interface MessagesProps {
  notices: readonly Notice[];
  texts: readonly ServiceMessage[];
  today: string;
}

function Messages({ notices, texts, today }: MessagesProps) {
  const [open, setOpen] = useState(false);
  const rows = [
    ...notices.map((notice) => <NoticeRow key={`n${notice.id}`} notice={notice} today={today} />),
    ...texts.map(({ kind, text }) => (
      <Note key={text} {...messageLooks[kind]}>
        <ServiceText text={text} />
      </Note>
    )),
  ];
  if (rows.length === 0) return null;
  return (
    <div id="messages">
      <Card title="Сообщения" aside={notices.length > 0 ? <New count={notices.length} /> : undefined}>
        <Rows>{open ? rows : rows.slice(0, SHOWN_AT_FIRST)}</Rows>
        {rows.length > SHOWN_AT_FIRST && (
          <div className={styles.more}>
            <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Свернуть' : `Показать все ${rows.length}`}
            </TextButton>
          </div>
        )}
      </Card>
    </div>
  );
}

/** The text of the provider may already name the sum. */
const withSum = (text: string, amount: string): string => {
  const sum = rubles(amount);
  return text.replace(/\s/g, ' ').includes(sum.replace(/\s/g, ' ')) ? text : `${text}: ${sum}`;
};

function New({ count }: { count: number }) {
  return (
    <>
      <Count value={count} calm />
      <VisuallyHidden> новых</VisuallyHidden>
    </>
  );
}

function NoticeRow({ notice: { id, kind, title, body, created_at, until }, today }: { notice: Notice; today: string }) {
  const read = useReadNotice();
  return (
    <Note {...noticeLooks[kind]} title={title}>
      <Markup html={body} />
      <p className={styles.when}>
        {momentText(created_at, today)}
        {until !== null && dayOf(until) >= today && `, до\u00a0${momentText(until, today)}`}
      </p>
      <div className={styles.read}>
        <Button look="plain" size="sm" icon="check" onClick={() => read(id)}>
          Прочитано
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      </div>
    </Note>
  );
}
