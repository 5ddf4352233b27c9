import { now } from '#lib/clock.ts';
import { bytes, dayOf, momentText, timeText } from '#lib/format.ts';
import { lastText, type Session } from './isg-periods.ts';
import styles from './isg-sessions.module.css';

const COLUMNS = ['Начало и\u00a0конец', 'Принято', 'Отправлено', 'Откуда', 'Чем закончился'];

/**
 * Sessions, newest first: a table on a wide screen, cards on a phone. ARIA roles make it a table, so that rows displayed as blocks
 * stay rows for screen readers in every browser.
 */
export function SessionRows({ sessions }: { sessions: readonly Session[] }) {
  return (
    <div role="table" aria-label="Сеансы" className={styles.table}>
      <div role="rowgroup" className={styles.heads}>
        <div role="row">
          {COLUMNS.map((column) => (
            <div key={column} role="columnheader">
              {column}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {sessions.map((session) => (
          <SessionRow key={session.internet_session_id} session={session} />
        ))}
      </div>
    </div>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { start, stop, seconds, address, mac, port, cause } = session;
  const today = dayOf(now());
  return (
    <div role="row">
      <div role="rowheader">
        {momentText(start, today)}
        {' – '}
        {stop === null ? 'сейчас' : dayOf(start) === dayOf(stop) ? timeText(stop) : momentText(stop, today)}
        <small>{lastText(seconds)}</small>
      </div>
      <div role="cell" data-label="Принято">
        {bytes(session.bytes_in)}
      </div>
      <div role="cell" data-label="Отправлено">
        {bytes(session.bytes_out)}
      </div>
      <div role="cell" data-label="Откуда">
        <span>
          {address}
          {mac !== null && <small>{mac.toUpperCase()}</small>}
          {port !== null && <small>{port}</small>}
        </span>
      </div>
      <div role="cell" data-label="Чем закончился">
        {cause ?? (session.state === 'ending' ? 'Завершаем…' : 'Идёт')}
      </div>
    </div>
  );
}
