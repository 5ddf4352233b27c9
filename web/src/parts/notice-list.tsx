import { now } from '#lib/clock.ts';
import { dayOf, momentText } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Empty } from '#ui/callout.tsx';
import { Rows } from '#ui/rows.tsx';
import { Markup } from './markup.tsx';
import styles from './notices-bell.module.css';
import { useNotices, useReadNotice } from './notices.ts';

/** Notices that have not been read yet, each with «Прочитано». */
export function NoticeList() {
  const notices = useNotices();
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
      {notices.map(({ id, title, body, created_at }) => (
        <article key={id} className={styles.notice}>
          <h3>{title}</h3>
          <p className={styles.when}>{momentText(created_at, today)}</p>
          <Markup html={body} />
          <Button look="plain" size="sm" icon="check" onClick={() => read(id)}>
            Прочитано
          </Button>
        </article>
      ))}
    </Rows>
  );
}
