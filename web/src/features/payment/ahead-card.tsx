import { useEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { now } from '#lib/clock.ts';
import { dayOf, days, dayText, negative, rubles, tied } from '#lib/format.ts';
import { useLocation } from '#lib/router.tsx';
import { AccountRuler } from '#parts/account-ruler.tsx';
import { AccountUntil } from '#parts/account-until.tsx';
import { fromKopecks, isZero, mergedParts, toKopecks } from '#parts/account-sums.ts';
import { useInternetAccount, useTelephone, type Account } from '#parts/frame-data.ts';
import { Loaded } from '#parts/service-loaded.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { aheadOf, type Ahead } from './ahead.ts';
import styles from './ahead-card.module.css';

/** Where home's next charge leads. */
const HASH = '#ahead';
const SHOWN_AT_FIRST = 6;
/** Fewer more than these are shown at once. */
const MOST_AT_ONCE = 8;
const ACCOUNTS = { i: 'Интернет', t: 'Телефон' } as const;

/** What lies ahead of both accounts: until when the money lasts, and each charge with what is left after it. */
export function AheadCard() {
  const internet = useInternetAccount();
  const { data: telephone } = useTelephone();
  return (
    <div ref={useArrival()}>
      <Card title="Что впереди">
        <Loaded
          answer={internet}
          failed="Не загрузили будущие списания."
          skeleton={<SkeletonRows label="Загружаем будущие списания" tile={false} />}
        >
          {(first) => <Accounts accounts={telephone ? [first, telephone] : [first]} />}
        </Loaded>
      </Card>
    </div>
  );
}

/** Comes into sight for who was led here. */
function useArrival() {
  const { hash, key } = useLocation();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash !== HASH) return undefined;
    // After the page has put itself at its top.
    const frame = requestAnimationFrame(() => card.current?.scrollIntoView({ block: 'start' }));
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
  return card;
}

function Accounts({ accounts }: { accounts: readonly Account[] }) {
  const today = dayOf(now());
  const isNamed = accounts.length > 1;
  return (
    <div className={styles.ahead}>
      <div className={styles.purses}>
        {accounts.map((account) => (
          <div key={account.kind}>
            {isNamed && <h3>{ACCOUNTS[account.kind]}</h3>}
            <AccountUntil className={styles.lasts} account={account} today={today} />
            <AccountRuler account={account} today={today} on="card" />
          </div>
        ))}
      </div>
      <Timeline rows={aheadOf(accounts, today)} today={today} isNamed={isNamed} />
    </div>
  );
}

interface TimelineProps {
  rows: readonly Ahead[];
  today: string;
  isNamed: boolean;
}

function Timeline({ rows, today, isNamed }: TimelineProps) {
  const [open, setOpen] = useState(false);
  if (rows.length === 0) return null;
  const isLong = rows.length > MOST_AT_ONCE && !open;
  const shown = isLong ? rows.slice(0, SHOWN_AT_FIRST) : rows;
  return (
    <div className={styles.timeline}>
      <ol className={styles.list}>
        {shown.map((row, index) => (
          <Row key={index} row={row} today={today} account={isNamed ? ACCOUNTS[row.p] : undefined} />
        ))}
      </ol>
      {isLong && (
        <Button look="plain" size="sm" icon="chevron-down" onClick={() => setOpen(true)}>
          {`Показать ещё ${rows.length - shown.length}`}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  row: Ahead;
  today: string;
  /** Said where there are two accounts. */
  account: string | undefined;
}

/** «Останется 55 ₽», «На счёте «Телефон» останется 55 ₽». */
const onAccount = (account: string | undefined, words: string): string =>
  account === undefined ? words.replace(/^./, (letter) => letter.toUpperCase()) : `На\u00a0счёте «${account}» ${words}`;

function Row({ row, today, account }: RowProps) {
  if (row.what === 'promise') return <PromiseRow day={row.day} today={today} account={account} />;
  if (row.what === 'daily') return <DailyRow row={row} today={today} account={account} />;
  const { amount, parts, balance_after: after, missing } = row.charge;
  const lines = mergedParts(parts);
  const [only] = lines;
  const isCovered = isZero(missing);
  return (
    <Entry day={row.day} today={today} look={isCovered ? undefined : 'short'}>
      <Head title={lines.length === 1 && only ? tied(only.text) : 'Спишем за\u00a0услуги'} amount={amount} />
      {lines.length > 1 && <Parts lines={lines} />}
      {isCovered ? (
        <p className={styles.after}>{onAccount(account, `останется ${rubles(after)}`)}</p>
      ) : (
        <Missing>{onAccount(account, `не\u00a0хватит ${rubles(missing)}: услуги отключатся`)}</Missing>
      )}
    </Entry>
  );
}

function Parts({ lines }: { lines: readonly { text: string; amount: string }[] }) {
  return (
    <ul className={styles.parts}>
      {lines.map(({ text, amount }) => (
        <li key={text}>
          <span>{tied(text)}</span> <span>{rubles(amount)}</span>
        </li>
      ))}
    </ul>
  );
}

const Missing = ({ children }: { children: ReactNode }) => (
  <p className={styles.missing}>
    <Icon name="triangle-alert" size="sm" />
    <span>{children}</span>
  </p>
);

function DailyRow({ row, today, account }: RowProps & { row: Extract<Ahead, { what: 'daily' }> }) {
  const each = toKopecks(row.amount) / row.days;
  const spent = Number.isInteger(each) ? `${days(row.days)} по\u00a0${rubles(fromKopecks(each))}` : days(row.days);
  return (
    <Entry day={row.day} today={today} look="daily">
      <Head title={`По\u00a0дням до\u00a0${dayText(row.until, today)}`} amount={row.amount} />
      <p className={styles.after}>{`${spent}. ${onAccount(account, `останется ${rubles(row.balanceAfter)}`)}`}</p>
    </Entry>
  );
}

function PromiseRow({ day, today, account }: Omit<RowProps, 'row'> & { day: string }) {
  const paid = account === undefined ? 'не\u00a0погасите' : `не\u00a0погасите счёт «${account}»`;
  return (
    <Entry day={day} today={today} look="short">
      <Head title="Закончится обещанный платёж" />
      <Missing>{`Если до\u00a023:59 ${paid}, услуги отключатся`}</Missing>
    </Entry>
  );
}

interface EntryProps {
  day: string;
  today: string;
  /** `short`: the money does not reach; `daily`: a run of days. */
  look: 'short' | 'daily' | undefined;
  children: ReactNode;
}

/** One line of the calendar: the day at the left, its mark on the rail, what happens at the right. */
function Entry({ day, today, look, children }: EntryProps) {
  const [number, ...month] = dayText(day, today).split(/\s/);
  return (
    <li className={cx(styles.entry, look && styles[look])}>
      <time className={styles.day} dateTime={day}>
        <b>{number}</b> {month.join(' ')}
      </time>
      <div className={styles.what}>{children}</div>
    </li>
  );
}

/** What is charged has a minus, what is given back a plus. */
const signed = (amount: string): string =>
  rubles(amount.startsWith('-') ? amount.slice(1) : negative(amount), { signed: true });

const Head = ({ title, amount }: { title: string; amount?: string }) => (
  <div className={styles.head}>
    <b>{title}</b>
    {amount !== undefined && <b className={styles.sum}>{signed(amount)}</b>}
  </div>
);
