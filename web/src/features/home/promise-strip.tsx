import { daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { days, dayText, rubles } from '#lib/format.ts';
import { inAddress } from '#parts/account-sums.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useExpectedPrice } from './home-data.ts';
import styles from './promise-strip.module.css';

interface PromiseStripProps {
  /** The last day of the promised payment. */
  until: string;
  ready: boolean;
  today: string;
}

/** Below the money: a promised payment is in force, until when, and the payment that closes it. */
export function PromiseStrip({ until, ready, today }: PromiseStripProps) {
  const { data: price } = useExpectedPrice(ready);
  const left = daysBetween(today as Day, until as Day) + 1;
  return (
    <section className={styles.strip} aria-label="Обещанный платёж">
      <Icon name="calendar-clock" />
      <p>
        <b>{`Обещанный платёж до\u00a0${dayText(until, today)}, 23:59`}</b>
        <span>{`Ещё ${days(left)}, потом услуги отключатся`}</span>
      </p>
      <LinkButton to={price ? `/payment/i/${inAddress(price.amount)}` : '/payment/i'} look="soft" size="sm">
        {price ? `Погасить ${rubles(price.amount)}` : 'Погасить'}
      </LinkButton>
    </section>
  );
}
