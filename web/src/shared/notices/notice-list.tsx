import { useQueryClient } from '@tanstack/react-query';
import { send } from '#web/api/client.ts';
import { contract } from '#web/api/contract.ts';
import { outdate } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Markup } from '#web/shared/page/markup.tsx';
import styles from './notices-bell.module.css';
import type { Notice } from '#web/shared/data/frame-data.ts';
import { rememberRead, useNoticesAnswer, useReadNotice } from './notices.ts';
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

/** Several at once: the device hides them now, the server is told of each. */
function useReadAll(): (ids: readonly number[]) => void {
  const cache = useQueryClient();
  return (ids) => {
    for (const id of ids) rememberRead(id);
    void tellOfAll(ids).then(() => outdate(cache, ['notice']));
  };
}

async function tellOfAll(ids: readonly number[]): Promise<void> {
  // What the server has not heard of stays read on this device.
  for (const id of ids) await send(contract.notice.readMessage, { body: { id } }).catch(() => undefined);
}

function Unread({ notices }: { notices: readonly Notice[] }) {
  const read = useReadNotice();
  const readAll = useReadAll();
  const today = dayOf(now());
  if (notices.length === 0) {
    return (
      <Empty icon="bell" title="Новых сообщений нет">
        Здесь появятся работы на сети, ответы на заявки и новости тарифа.
      </Empty>
    );
  }
  // A failure of the network is no message that one has read.
  const passing = notices.filter(({ kind }) => kind !== 'incident').map(({ id }) => id);
  return (
    <>
      {passing.length > FEW && (
        <Button look="soft" size="sm" icon="check" onClick={() => readAll(passing)}>
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
              <Button look="plain" size="sm" icon="check" onClick={() => read(id)}>
                Прочитано
              </Button>
            )}
          </article>
        ))}
      </Rows>
    </>
  );
}
