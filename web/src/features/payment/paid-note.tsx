import type { ReactNode } from 'react';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { counted, dayOf, dayText, keepTogether, rubles } from '#web/lib/text/format.ts';
import { now } from '#web/lib/clock/clock.ts';
import { inAddress } from '#web/shared/money/account-sums.ts';
import { isOwed, ON_BY_OPERATOR } from '#web/shared/money/together.ts';
import { useWaysOut } from '#web/shared/money/promised/promised-data.ts';
import { useInternetAccount, useTelephone, type Account } from '#web/shared/data/frame-data.ts';
import { Button, ButtonRow, LinkButton } from '#web/ui/button/button.tsx';
import { Callout, RetryRow } from '#web/ui/card/callout.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { PaidWay } from './ways/paid-way.tsx';
import styles from './ways/sbp-card.module.css';
import type { AccountKind, Sbp } from './ways/use-sbp.ts';

type Paid = Extract<Sbp, { kind: 'paid' }>;

interface PaidNoteProps {
  p: AccountKind;
  sbp: Paid;
  amount: string;
  balance: string | undefined;
  /** The payment was for both accounts. */
  isJoint: boolean;
  onRenew: () => void;
}

/** Services that the payment restores: those that the network still switches on, or else those that it has switched on. */
const namesOf = ({ restored, switchesOn }: Paid): readonly string[] =>
  switchesOn.length > 0 ? switchesOn : restored.map(({ name }) => name);

/** The heading of the page after a payment: what works again, or what was paid. */
export function paidTitle(sbp: Paid, amount: string, until?: string): string {
  const names = namesOf(sbp);
  if (names.length === 0) return `Оплачено ${rubles(amount)}`;
  const lasts = until === undefined ? '' : `, денег хватит ${until}`;
  if (names.length > MOST_NAMED)
    return keepTogether(`${counted(names.length, 'услуга', 'услуги', 'услуг')} снова работают${lasts}`);
  const listed = new Intl.ListFormat('ru').format(names);
  return keepTogether(`${listed} снова ${names.length === 1 ? 'работает' : 'работают'}${lasts}`);
}

/** A heading has room for two names; the way of the payment lists all. */
const MOST_NAMED = 2;

/** Until when the money of both accounts lasts: the nearer day; undefined while an account is off for debt, or lasts for ever. */
export function bothUntil(...accounts: (Account | undefined)[]): string | undefined {
  if (accounts.some((account) => account === undefined || account.blocked)) return undefined;
  const [nearest] = accounts.flatMap((account) => account?.lasts_until ?? []).sort();
  return nearest === undefined ? undefined : `до\u00a0${dayText(nearest, dayOf(now()))}`;
}

function untilText(account: Pick<Account, 'lasts_until' | 'blocked'> | undefined): string | undefined {
  if (!account || account.blocked || account.lasts_until === null) return undefined;
  return `до\u00a0${dayText(account.lasts_until, dayOf(now()))}`;
}

/** A successful payment: the sum and its way, the new balance and its end, what is still off, and what comes next. */
export function PaidNote({ p, sbp, amount, balance, isJoint, onRenew }: PaidNoteProps) {
  const internet = useInternetAccount().data;
  const telephone = useTelephone().data;
  const facts = isJoint
    ? [factOf('i', internet), factOf('t', telephone)]
    : factsOf(p === 'i' ? internet : telephone, balance);
  // `PaidWay` lists the services that the network has already switched on, with their times.
  const others = namesOf(sbp).filter((one) => !sbp.restored.some(({ name }) => name === one));
  return (
    <div className={styles.paid}>
      <span className={styles.done}>
        <Icon name="check" />
      </span>
      <p>
        <Money value={amount} size="lg" />
        <span className={styles.small}>Оплата прошла</span>
      </p>
      <PaidWay sbp={sbp} isJoint={isJoint} />
      <div className={styles.facts}>
        <KeyValues list={[...facts, others.length > 0 && ['Включили', others.join(', ')]]} />
      </div>
      {(isJoint || namesOf(sbp).length === 0) && <StillOff p={p} />}
      <StillOff p={p === 'i' ? 't' : 'i'} />
      <ButtonRow stacked>
        <LinkButton to="/">На главную</LinkButton>
        <LinkButton to={`/payments-history/${p}`} look="plain">
          История платежей
        </LinkButton>
        <Button look="plain" onClick={onRenew}>
          Ещё {rubles(amount)}
        </Button>
      </ButtonRow>
    </div>
  );
}

/** The new balance of the account, and until when it lasts. */
function factsOf(account: Account | undefined, balance: string | undefined): Fact[] {
  const until = untilText(account);
  return [
    balance !== undefined && ['Теперь на счёте', <Money key="balance" value={balance} />],
    until !== undefined && ['Хватит', until],
  ];
}

/** The same of one of two accounts, in one line. */
function factOf(p: Account['kind'], account: Account | undefined): Fact {
  const until = untilText(account);
  if (!account) return false;
  const lasts = until === undefined ? '' : `, хватит ${until}`;
  return [`На\u00a0счёте «${ACCOUNT_NAMES[p]}»`, keepTogether(rubles(account.balance) + lasts)];
}

type Fact = readonly [string, ReactNode] | false;

/** What is off for debt even now, and the payment that restores it. */
function StillOff({ p }: { p: AccountKind }) {
  const { data } = useWaysOut(p);
  if (!data) return null;
  if (!isOwed(data)) return <Callout title={keepTogether(`Счёт «${ACCOUNT_NAMES[p]}».`)}>{ON_BY_OPERATOR}</Callout>;
  return (
    <Callout
      tone="wait"
      title={keepTogether(stillOffText(p, data.after.switches_on))}
      action={
        <RetryRow>
          <LinkButton look="soft" size="sm" to={`/payment/${p}/${inAddress(data.to_pay)}`}>
            {`Заплатить ${rubles(data.to_pay)}`}
          </LinkButton>
        </RetryRow>
      }
    />
  );
}

/** Another billing names no services, and one payment may be less than the debt. */
const stillOffText = (p: AccountKind, names: readonly string[]): string =>
  names.length === 0
    ? `Услуги счёта «${ACCOUNT_NAMES[p]}» ещё отключены за долг.`
    : `Ещё отключено за долг: ${new Intl.ListFormat('ru').format(names)}.`;
