import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Markup } from '#web/shared/page/markup.tsx';
import styles from './notices-bell.module.css';
import type { Notice } from '#web/shared/data/frame-data.ts';
import { useNoticesAnswer, useReadNotices } from './notices.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';

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

/** So many are read one by one. */
const FEW = 3;

function Unread({ notices }: { notices: readonly Notice[] }) {
  const read = useReadNotices();
  const today = dayOf(now());
  if (notices.length === 0) {
    return (
      <Empty icon="bell" title="Новых сообщений нет">
        Здесь появятся работы на сети, ответы на заявки и новости тарифа.
      </Empty>
    );
  }
  // A failure of the network is no message that one has read.
  const passing = notices.filter(({ kind }) => kind !== 'incident');
  return (
    <>
      {passing.length > FEW && (
        <Button look="soft" size="sm" icon="check" onClick={() => read(passing)}>
          Отметить все прочитанными
        </Button>
      )}
      <Rows>
        {notices.map(({ id, kind, title, body, created_at }) => (
          <article key={id} className={styles.notice}>
            <h3>{title}</h3>
            <p className={styles.when}>{momentText(created_at, today)}</p>
            <Markup html={body} />
            {kind !== 'incident' && (
              <Button look="plain" size="sm" icon="check" onClick={() => read([{ id }])}>
                Прочитано
              </Button>
            )}
          </article>
        ))}
      </Rows>
    </>
  );
}
