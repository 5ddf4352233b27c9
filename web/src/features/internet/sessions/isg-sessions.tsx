import { now } from '#web/lib/clock/clock.ts';
import { bytes, dayOf, momentText, timeText } from '#web/lib/text/format.ts';
import { lastText, type IsgSession } from './isg-periods.ts';
import { unusualOf, usualOf, type SessionPlace } from './isg-place.ts';
import styles from './isg-sessions.module.css';

const COLUMNS = ['Начало и\u00a0конец', 'Принято', 'Отправлено', 'Чем закончился'];
const PLACE = 'Откуда';

/**
 * Sessions, newest first: a table on a wide screen, cards on a phone. ARIA roles make it a table, so that rows displayed as blocks
 * stay rows for screen readers in every browser. Device, port and address are said once above it; rows name only what differs.
 */
export function SessionRows({ sessions }: { sessions: readonly IsgSession[] }) {
  const usual = usualOf(sessions);
  const differ = sessions.some((session) => unusualOf(session, usual) !== undefined);
  const columns = differ ? COLUMNS.toSpliced(3, 0, PLACE) : COLUMNS;
  return (
    <>
      {usual && <Usual place={usual} all={!differ} />}
      <div role="table" aria-label="Сеансы" className={styles.table}>
        <div role="rowgroup" className={styles.heads}>
          <div role="row">
            {columns.map((column) => (
              <div key={column} role="columnheader">
                {column}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {sessions.map((session) => (
            <SessionRow
              key={session.internet_session_id}
              session={session}
              place={differ ? (unusualOf(session, usual) ?? 'usual') : undefined}
            />
          ))}
        </div>
      </div>
    </>
  );
}

/** «Все сеансы: устройство 02:A5…, порт …, адрес …». */
const Usual = ({ place: { address, mac, port }, all }: { place: SessionPlace; all: boolean }) => (
  <p className={styles.usual}>
    {all ? 'Все сеансы' : 'Обычно'}:{' '}
    {mac !== null && (
      <>
        устройство <b>{mac.toUpperCase()}</b>,{' '}
      </>
    )}
    {port !== null && (
      <>
        порт <b>{port}</b>,{' '}
      </>
    )}
    адрес <b>{address}</b>
  </p>
);

function SessionRow({ session, place }: { session: IsgSession; place: SessionPlace | 'usual' | undefined }) {
  const { start, stop, seconds, cause } = session;
  const today = dayOf(now());
  return (
    <div role="row">
      <div role="rowheader">
        {momentText(start, today)}
        {'\u00a0– '}
        {stop === null ? 'сейчас' : dayOf(start) === dayOf(stop) ? timeText(stop) : momentText(stop, today)}
        <small>{lastText(seconds)}</small>
      </div>
      <div role="cell" data-label="Принято">
        {bytes(session.bytes_in)}
      </div>
      <div role="cell" data-label="Отправлено">
        {bytes(session.bytes_out)}
      </div>
      {place !== undefined && (
        <div role="cell" data-label={PLACE}>
          {place === 'usual' ? 'как обычно' : <Where {...place} />}
        </div>
      )}
      <div role="cell" data-label="Чем закончился">
        {cause ?? (session.state === 'ending' ? 'Завершаем…' : 'Идёт')}
      </div>
    </div>
  );
}

const Where = ({ address, mac, port }: SessionPlace) => (
  <span>
    {address}
    {mac !== null && <small>{mac.toUpperCase()}</small>}
    {port !== null && <small>{port}</small>}
  </span>
);
