import { now } from '#lib/clock.ts';
import { bytes, dayOf, momentText, timeText } from '#lib/format.ts';
import { lastText, type Session } from './isg-periods.ts';
import styles from './isg-sessions.module.css';

/** Sessions, the newest first: a table on a wide screen, cards on a phone. */
export function SessionRows({ sessions }: { sessions: readonly Session[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Начало и&nbsp;конец</th>
          <th scope="col">Принято</th>
          <th scope="col">Отправлено</th>
          <th scope="col">Откуда</th>
          <th scope="col">Чем закончился</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session.internet_session_id} session={session} />
        ))}
      </tbody>
    </table>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { start, stop, seconds, address, mac, port, cause } = session;
  const today = dayOf(now());
  return (
    <tr>
      <th scope="row">
        {momentText(start, today)}
        {' – '}
        {stop === null ? 'сейчас' : dayOf(start) === dayOf(stop) ? timeText(stop) : momentText(stop, today)}
        <small>{lastText(seconds)}</small>
      </th>
      <td data-label="Принято">{bytes(session.bytes_in)}</td>
      <td data-label="Отправлено">{bytes(session.bytes_out)}</td>
      <td data-label="Откуда">
        <span>
          {address}
          {mac !== null && <small>{mac}</small>}
          {port !== null && <small>{port}</small>}
        </span>
      </td>
      <td data-label="Чем закончился">{cause ?? (session.state === 'ending' ? 'Завершаем…' : 'Идёт')}</td>
    </tr>
  );
}
