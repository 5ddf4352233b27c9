import { now } from '#lib/clock.ts';
import { dayOf, dayText, timeText } from '#lib/format.ts';
import { groupBy } from '#lib/group-by.ts';
import { isZero } from '#shared/money/account-sums.ts';
import { VisuallyHidden } from '#ui/hidden.tsx';
import { Icon } from '#ui/icon.tsx';
import { Money } from '#ui/money.tsx';
import { directionIcon, directionWord, freeText, otherText, talkText, type Call } from './call.texts.ts';
import styles from './call-rows.module.css';

interface CallRowsProps {
  calls: readonly Call[];
  /** Names of zones. */
  zones: ReadonlyMap<string, string>;
}

/** Calls by day, newest first. */
export function CallRows({ calls, zones }: CallRowsProps) {
  const today = dayOf(now());
  return [...groupBy(calls, ({ at }) => dayOf(at))].map(([day, ofDay]) => (
    <section key={day} className={styles.day}>
      <h3>{dayText(day, today)}</h3>
      <ul>
        {ofDay.map((call) => (
          <li key={call.call_id}>
            <CallRow call={call} zone={zones.get(call.zone) ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function CallRow({ call, zone }: { call: Call; zone: string }) {
  const { direction, at, number, seconds } = call;
  return (
    <div className={styles.call}>
      <span className={seconds === 0 ? styles.missed : styles[direction]}>
        <Icon name={directionIcon[direction]} size="sm" />
        <VisuallyHidden>{directionWord[direction]}</VisuallyHidden>
      </span>
      <span className={styles.who}>
        <OtherNumber number={number} />
        <small>
          {timeText(at)}
          {' · '}
          {talkText(call)}
          {' · '}
          {zone}
        </small>
      </span>
      <span className={styles.sum}>
        <Cost call={call} />
      </span>
    </div>
  );
}

/** A reader hears that the middle is hidden, not each star. */
function OtherNumber({ number }: { number: string }) {
  const told = otherText(number);
  const [code, end] = told.split(/[*-]*\*[*-]*/);
  if (end === undefined) return <b>{told}</b>;
  return (
    <b>
      <span aria-hidden="true">{told}</span>
      <VisuallyHidden>{`${(code ?? '').trim()} … ${end}, середина скрыта`}</VisuallyHidden>
    </b>
  );
}

function Cost({ call }: { call: Call }) {
  if (isZero(call.amount)) return <span className={styles.free}>{freeText(call)}</span>;
  return (
    <>
      <Money value={call.amount} />
      {call.covered_seconds > 0 && <small>часть из&nbsp;пакета</small>}
    </>
  );
}
