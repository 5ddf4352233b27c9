import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, rubles, timeText } from '#web/lib/text/format.ts';
import { groupBy } from '#web/lib/text/group-by.ts';
import { isZero, sumOf } from '#web/shared/money/account-sums.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Money } from '#web/ui/text/money.tsx';
import {
  callsText,
  directionIcon,
  directionWord,
  freeText,
  otherText,
  talkText,
  dottedDigits,
  type Call,
} from './call.texts.ts';
import styles from './call-rows.module.css';

interface CallRowsProps {
  calls: readonly Call[];
  /** Names of zones. */
  zones: ReadonlyMap<string, string>;
  /** Earlier calls are not loaded, so the sum of the earliest day is not known. */
  hasMore: boolean;
}

/** Calls by day, newest first. */
export function CallRows({ calls, zones, hasMore }: CallRowsProps) {
  const days = [...groupBy(calls, ({ at }) => dayOf(at))];
  return (
    <div className={styles.days}>
      {days.map(([day, ofDay], index) => (
        <section key={day} className={styles.day}>
          <div className={styles.head}>
            <h3>{namedDay(day)}</h3>
            {!(hasMore && index === days.length - 1) && <p>{dayTotal(ofDay)}</p>}
          </div>
          <ul>
            {ofDay.map((call) => (
              <li key={call.call_id}>
                <CallRow call={call} zone={zones.get(call.zone) ?? ''} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const DAY_MS = 86_400_000;

/** «Сегодня, 22 ноября». */
function namedDay(day: string): string {
  const today = dayOf(now());
  const text = dayText(day, today);
  if (day === today) return `Сегодня, ${text}`;
  return Date.parse(today) - Date.parse(day) === DAY_MS ? `Вчера, ${text}` : text;
}

/** «5 звонков, 5,05 ₽». */
function dayTotal(calls: readonly Call[]): string {
  const sum = sumOf(calls.map(({ amount }) => amount));
  return isZero(sum) ? callsText(calls.length) : `${callsText(calls.length)}, ${rubles(sum, { kopecks: 'always' })}`;
}

function CallRow({ call, zone }: { call: Call; zone: string }) {
  const { direction, at, number, seconds } = call;
  return (
    <div className={styles.call}>
      <span className={seconds === 0 ? styles.missed : styles[direction]}>
        <Icon name={directionIcon[direction]} size="sm" />
        <VisuallyHidden>{directionWord[direction]}</VisuallyHidden>
      </span>
      <OtherNumber number={number} />
      <span className={styles.facts}>
        <span>{timeText(at)}</span>
        <span className={styles.dot}> · </span>
        <span>{zone}</span>
        <span className={styles.dot}> · </span>
        <span className={styles.talk}>{talkText(call)}</span>
      </span>
      <span className={styles.sum}>
        <Cost call={call} />
      </span>
    </div>
  );
}

/** A reader hears that the middle is hidden, not each dot. */
function OtherNumber({ number }: { number: string }) {
  const told = otherText(number);
  const [code, end] = told.split(/[*-]*\*[*-]*/);
  if (end === undefined) return <b>{told}</b>;
  return (
    <b>
      <span aria-hidden="true">{dottedDigits(told)}</span>
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
