import { daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { capital, rubles } from '#web/lib/text/format.ts';
import { inAddress } from '#web/shared/money/account-sums.ts';
import { promiseDaysLeftText, promiseUntilText } from '#web/shared/money/promised/promised.texts.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { useExpectedPrice } from '../home-data.ts';
import styles from './promise-strip.module.css';

interface PromiseStripProps {
  /** The last day of the promised payment. */
  until: string;
  ready: boolean;
  today: string;
}

/** Below the money: the active promised payment, its end, and the payment that closes it. */
export function PromiseStrip({ until, ready, today }: PromiseStripProps) {
  const { data: price } = useExpectedPrice(ready);
  const left = promiseDaysLeftText(daysBetween(today as Day, until as Day));
  return (
    <section className={styles.strip} aria-label="Обещанный платёж">
      <Icon name="calendar-clock" />
      <p>
        <b>{`Обещанный платёж до\u00a0${promiseUntilText(until, today)}`}</b>
        <span>{`${capital(left)}, потом услуги отключатся`}</span>
      </p>
      <LinkButton to={price ? `/payment/i/${inAddress(price.amount)}` : '/payment/i'} look="soft" size="sm">
        {price ? `Погасить ${rubles(price.amount)}` : 'Погасить'}
      </LinkButton>
    </section>
  );
}
