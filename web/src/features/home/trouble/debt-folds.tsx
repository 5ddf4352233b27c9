import type { ReactNode } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { keepTogether, rubles } from '#web/lib/text/format.ts';
import { inAddress, isDebt, isZero } from '#web/shared/money/account-sums.ts';
import { namesIn, type ListedService } from '#web/shared/service/text/service.texts.ts';
import { Fold, Folds, KeyValues } from '#web/ui/text/rows.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { DebtLines } from '../money/debt-lines.tsx';
import type { WayOut } from '#web/shared/money/promised/promised-data.ts';
import type { Together } from '#web/shared/money/together.ts';
import { kindsOf, WhileOff } from './while-off.tsx';
import styles from './trouble-card.module.css';

interface FoldsProps {
  /** Of each account, before the payment. */
  balances: Readonly<Record<'i' | 't', string | undefined>>;
  together: Together | undefined;
  services: readonly ListedService[];
  story: boolean;
  ready: boolean;
  today: string;
}

/** What few ask, each a line that opens: how the sum arose, what works meanwhile, what if it is paid already. */
export function DebtFolds(props: FoldsProps) {
  const { balances, services, together } = props;
  const works = kindsOf(services.filter(({ works: isFine }) => isFine));
  return (
    <div className={styles.folds}>
      <Folds>
        {together && !isZero(together.amount) && (
          <Fold
            wide
            title={<Title note={balancesText(together, balances)}>{`Из\u00a0чего ${rubles(together.amount)}`}</Title>}
          >
            <Sources {...props} together={together} />
          </Fold>
        )}
        {services.length > 0 && (
          <Fold
            title={
              <Title
                note={['Кабинет и\u00a0оплата', works.length > 0 && namesIn('within', works)]
                  .filter(Boolean)
                  .join(', ')}
              >
                Что сейчас работает
              </Title>
            }
          >
            <WhileOff services={services} />
          </Fold>
        )}
        <Fold title={<Title note="Как найти платёж">Уже заплатили?</Title>}>
          По&nbsp;СБП деньги приходят за&nbsp;минуту, переводом из&nbsp;банка&nbsp;— до&nbsp;3&nbsp;рабочих дней.{' '}
          <Link to="/payments-history/i">Найти платёж</Link>
        </Fold>
      </Folds>
    </div>
  );
}

/** «На счетах: интернет −628,50 ₽, телефон −187,40 ₽»: the balances are on the screen without a tap, the sum to pay is one. */
function balancesText({ ways }: Together, balances: FoldsProps['balances']): string {
  const known = ways.flatMap(({ p }) => (balances[p] === undefined ? [] : [{ p, balance: rubles(balances[p]) }]));
  if (known.length < 2) return `На\u00a0счёте ${known[0]?.balance ?? ''}`;
  return `На\u00a0счетах: ${known.map(({ p, balance }) => `${p === 'i' ? 'интернет' : 'телефон'}\u00a0${balance}`).join(', ')}`;
}

const Title = ({ note, children }: { note: ReactNode; children: ReactNode }) => (
  <span className={styles.fold}>
    {children}
    <small>{note}</small>
  </span>
);

/** The sum by accounts: how the debt of the internet arose, what each payment leaves, and how to pay for one account alone. */
function Sources({ balances, together, story, ready, today }: FoldsProps & { together: Together }) {
  const { ways } = together;
  const isBoth = ways.length > 1;
  return (
    <div className={styles.sources}>
      {ways.map((way) => (
        <div key={way.p}>
          {isBoth && <h3>{way.p === 'i' ? 'Счёт «Интернет»' : 'Счёт «Телефон»'}</h3>}
          {way.p === 'i' && story && balances.i !== undefined && (
            <DebtLines balance={balances.i} ready={ready} today={today} />
          )}
          <Paid way={way} balance={balances[way.p]} isTold={way.p === 'i' && story} />
          {isBoth && <OnlyThis way={way} />}
        </div>
      ))}
    </div>
  );
}

interface PaidProps {
  way: WayOut;
  balance: string | undefined;
  /** The lines above tell the balance; without a debt also what is to be paid. */
  isTold: boolean;
}

const Paid = ({ way: { to_pay, after }, balance = '0.00', isTold }: PaidProps) => (
  <KeyValues
    list={[
      !isTold && ['На\u00a0счёте', <Money key="sum" value={balance} />],
      (!isTold || isDebt(balance)) && ['К\u00a0оплате', <Money key="sum" value={to_pay} />],
      ['Останется', <Money key="sum" value={after.balance} />],
    ]}
  />
);

const OnlyThis = ({ way: { p, to_pay } }: { way: WayOut }) => (
  <p>
    <Link to={`/payment/${p}/${inAddress(to_pay)}`}>
      {keepTogether(`Заплатить только за\u00a0${p === 'i' ? 'интернет' : 'телефон'}, ${rubles(to_pay)}`)}
    </Link>
  </p>
);
