import { now } from '#web/lib/clock/clock.ts';
import { bytes, dayOf, keepTogether, momentText } from '#web/lib/text/format.ts';
import { useDocument } from '#web/shared/page/open-document.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import type { OrderInFull } from '../order-in-full.ts';
import common from '../support.module.css';
import styles from './talk.module.css';

type Event = OrderInFull['events'][number];

/** The messages of an order, oldest first; notes of the portal are centred. */
export function Conversation({ order }: { order: OrderInFull }) {
  const { checks, events } = order;
  const found = checks.filter(({ ok, what }) => !ok || what === 'tried');
  return (
    <>
      <ol className={styles.thread} aria-label="Переписка">
        {events.map((event) => (
          <li key={event.event_id} className={lookOf(event)}>
            <Said event={event} />
          </li>
        ))}
      </ol>
      {found.length > 0 && (
        <p className={common.note}>Приложили проверку: {found.map(({ title }) => title).join('; ')}.</p>
      )}
    </>
  );
}

const isNote = ({ author, kind }: Event): boolean =>
  author === 'portal' || kind === 'visit' || kind === 'rating' || kind === 'late';

const lookOf = (event: Event): string | undefined =>
  isNote(event) ? styles.event : event.author === 'client' ? styles.mine : undefined;

function Said({ event }: { event: Event }) {
  const { text, files, author, author_name: name, happened_at: at } = event;
  const who = author === 'client' ? 'Вы' : (name ?? 'Кабинет');
  return (
    <>
      <div className={styles.says}>
        <p>{keepTogether(text)}</p>
        {files.map((file) => (
          <SentFile key={file.file_id} file={file} />
        ))}
      </div>
      <p className={styles.by}>
        <b>{who}</b>, {momentText(at, dayOf(now()))}
      </p>
    </>
  );
}

function SentFile({ file: { file_id, name, bytes: size } }: { file: Event['files'][number] }) {
  const { open, isPending } = useDocument();
  return (
    <button type="button" className={styles.file} aria-busy={isPending} onClick={() => open({ kind: 'file', file_id })}>
      <Icon name="inbox" size="sm" />
      <span>
        {name}
        <small>{bytes(size)}</small>
      </span>
    </button>
  );
}
