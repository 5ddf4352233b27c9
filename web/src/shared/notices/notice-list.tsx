import { now } from '#lib/clock/clock.ts';
import { dayOf, momentText } from '#lib/text/format.ts';
import { Button } from '#ui/button/button.tsx';
import { Empty } from '#ui/card/callout.tsx';
import { Rows } from '#ui/text/rows.tsx';
import { SkeletonRows } from '#ui/card/skeleton.tsx';
import { Markup } from '#shared/page/markup.tsx';
import styles from './notices-bell.module.css';
import type { Notice } from '#shared/data/frame-data.ts';
import { useNoticesAnswer, useReadNotice } from './notices.ts';
import { Loaded } from '#shared/page/loaded.tsx';

/** Unread notices, each with «Прочитано». */
export function NoticeList() {
  const answer = useNoticesAnswer();
  return (
    <Loaded
      alone
      answer={answer}
      failed="Не удалось загрузить сообщения."
      skeleton={<SkeletonRows label="Загружаем сообщения" tile={false} />}
    >
      {(notices) => <Unread notices={notices} />}
    </Loaded>
  );
}

function Unread({ notices }: { notices: readonly Notice[] }) {
  const read = useReadNotice();
  const today = dayOf(now());
  if (notices.length === 0) {
    return (
      <Empty icon="bell" title="Новых сообщений нет">
        Здесь появятся работы на сети, ответы на заявки и новости тарифа.
      </Empty>
    );
  }
  return (
    <Rows>
      {notices.map(({ id, kind, title, body, created_at }) => (
        <article key={id} className={styles.notice}>
          <h3>{title}</h3>
          <p className={styles.when}>{momentText(created_at, today)}</p>
          <Markup html={body} />
          {kind !== 'incident' && (
            <Button look="plain" size="sm" icon="check" onClick={() => read(id)}>
              Прочитано
            </Button>
          )}
        </article>
      ))}
    </Rows>
  );
}
