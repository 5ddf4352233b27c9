import type { ReactNode, RefObject, SubmitEvent } from 'react';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { keepTogether, rubles, unbroken } from '#web/lib/text/format.ts';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { MoneyField } from '#web/ui/field/field.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { lastsText, Parts } from '../amount/amount-card.tsx';
import { OnByOperator } from '../form-parts.tsx';
import styles from '../payment.module.css';
import type { Both, useJointSums } from './use-joint-sums.ts';
import type { useOptions } from '../use-options.ts';

type Fact = readonly [string, ReactNode] | false;
type Options = ReturnType<typeof useOptions>;

interface JointAmountsProps {
  prices: Parameters<typeof useJointSums>[0];
  form: RefObject<HTMLFormElement | null>;
  sums: Omit<ReturnType<typeof useJointSums>, 'form'>;
  options: Both<Options>;
  /** What is on the accounts now. */
  balances: Both<string | undefined>;
}

const ACCOUNTS = ['i', 't'] as const;

/** A sum for each account, and what both bring together. */
export function JointAmounts({ form, prices, sums, options, balances }: JointAmountsProps) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    sums.pay();
  };
  return (
    <Card>
      <form ref={form} noValidate onSubmit={submit} className={styles.amount}>
        {ACCOUNTS.map((p) => (
          <MoneyField
            key={p}
            big
            label={<span className={styles.label}>{`На счёт «${ACCOUNT_NAMES[p]}»`}</span>}
            hint={hintFor(balances[p], options[p])}
            error={sums.problems[p]}
            value={sums.texts[p]}
            onChange={(text) => sums.write(p, text)}
            onBlur={sums.judge}
          />
        ))}
        <div className={styles.total} aria-live="polite">
          <span>Всего</span>
          {sums.total === undefined ? <span>—</span> : <Money value={sums.total} size="lg" />}
          {sums.totalProblem !== undefined && <p role="alert">{sums.totalProblem}</p>}
        </div>
        {/* Enter in a field pays, as in the form of one account. */}
        <button type="submit" hidden />
      </form>
      <div className={styles.after} aria-live="polite">
        <KeyValues list={brought(options)} />
        <OnByOperator />
      </div>
      {ACCOUNTS.map((p) => (
        <Parts key={p} price={prices[p]} name={ACCOUNT_NAMES[p]} />
      ))}
    </Card>
  );
}

/** What is on the account now, what the part leaves there, and until when that lasts. */
function hintFor(balance: string | undefined, { after }: Options): string {
  const now = balance === undefined ? undefined : `Сейчас ${rubles(balance)}`;
  if (!after) return `${now ?? 'Считаем, на\u00a0сколько хватит'}.`;
  const then = [now, `после оплаты ${rubles(after.balance)}`].filter(Boolean).join(', ');
  const lasts = after.lasts_until === null ? '' : ` Хватит ${lastsText(after.lasts_until, after)}.`;
  return keepTogether(`${then}.${lasts}`);
}

/** What works again by both parts, and the fee. */
function brought({ i, t }: Both<Options>): Fact[] {
  const names = [i, t].flatMap(({ after }) => after?.switches_on ?? []);
  const fee = i.ways?.[0]?.fee;
  return [
    names.length > 0 && ['Заработают', <Unbroken key="on" text={unbroken(names)} />],
    fee !== undefined && ['Комиссия', fee === '0.00' ? 'Нет' : <Money key="fee" value={fee} />],
  ];
}
