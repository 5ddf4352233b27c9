import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useNavigate } from '#web/lib/page/router.tsx';
import { typedRubles } from '@kabinet/contract/kernel/money';
import type { Account } from '#web/shared/data/frame-data.ts';
import { cx } from '#web/lib/text/cx.ts';
import { dayText, rubles } from '#web/lib/text/format.ts';
import { fromKopecks, inAddress, isZero, toKopecks } from '#web/shared/money/account-sums.ts';
import { amountProblem } from '#web/shared/money/amount-problem.ts';
import { Button } from '#web/ui/button/button.tsx';
import { useTypedBefore } from '#web/ui/field/typed-before.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import { useExpectedPrice, type ExpectedPrice } from '../home-data.ts';
import styles from './quick-payment.module.css';

/** A sum as a person writes it: `1124.00` → `1 124`. */
const typed = (amount: string): string => rubles(amount).replace(/\u00a0₽$/, '');

/** Until the provider's limits are loaded: any sum. The payment checks them again. */
const NO_LIMITS = { smallest: '0.01', largest: '9999999.99' };

/** Until when the money lasts after this sum, if the provider has calculated it. */
function bringsText(text: string, price: ExpectedPrice | undefined, today: string): string | undefined {
  const sum = typedRubles(text);
  const match = price?.suggestions.find(({ amount }) => toKopecks(amount) === sum);
  return match?.lasts_until ? `Хватит до\u00a0${dayText(match.lasts_until, today)}` : undefined;
}

/** Where the form leads while the screen is there and its scripts are not: the payment page recommends the same sum. */
const BEFORE_SCRIPTS = `${import.meta.env.BASE_URL}payment/i`;

interface QuickPaymentProps {
  account: Pick<Account, 'charged_elsewhere'>;
  ready: boolean;
  today: string;
}

/** A payment form on home, with the recommended sum filled in. */
export function QuickPayment({ account, ready, today }: QuickPaymentProps) {
  const { data: price } = useExpectedPrice(ready);
  const [own, setOwn] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const id = useId();
  const advised = price && !isZero(price.amount) ? typed(price.amount) : '';
  const text = own ?? advised;
  useTypedBefore(input, text, setOwn);

  function pay(event: SubmitEvent): void {
    event.preventDefault();
    const found = amountProblem(text, price ?? NO_LIMITS);
    setProblem(found);
    if (found) input.current?.focus();
    else navigate(`/payment/i/${inAddress(fromKopecks(typedRubles(text) ?? 0))}`);
  }

  return (
    <form className={styles.pay} action={BEFORE_SCRIPTS} onSubmit={pay} noValidate>
      <label htmlFor={id}>Пополнить на</label>
      <div className={styles.line}>
        <div className={styles.sum}>
          <input
            ref={input}
            id={id}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => {
              setOwn(target.value);
              setProblem(undefined);
            }}
          />
          <span aria-hidden="true">₽</span>
        </div>
        <Button type="submit">Оплатить</Button>
      </div>
      <Note id={`${id}-note`} problem={problem} isKept={!account.charged_elsewhere}>
        {bringsText(text, price, today)}
      </Note>
    </form>
  );
}

interface NoteProps {
  id: string;
  problem: string | undefined;
  /** Its line is reserved before the text loads, so that nothing moves; another billing knows no text. */
  isKept: boolean;
  children: ReactNode;
}

/** The result of the sum, or its error. */
const Note = ({ id, problem, isKept, children }: NoteProps) =>
  (isKept || problem !== undefined) && (
    <p id={id} className={cx(styles.note, problem !== undefined && styles.problem)}>
      {problem !== undefined && <Icon name="circle-alert" size="xs" />}
      {problem ?? children}
    </p>
  );
