import type { ReactNode, RefObject } from 'react';
import { dayText, rubles } from '#web/lib/text/format.ts';
import { MoneyField } from '#web/ui/field/field.tsx';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import styles from './cash.module.css';
import { ACCOUNT_TITLES, PRESET_WORDS } from './cash.texts.ts';
import type { PayingAccount } from './cash-data.ts';
import { daysUntil, reachedBy, sumForField, sumTyped } from './sums.rules.ts';

interface SumPartProps {
  accounts: readonly PayingAccount[];
  account: PayingAccount;
  onAccount: (kind: 'i' | 't') => void;
  text: string;
  onType: (text: string) => void;
  error: string | undefined;
  field: RefObject<HTMLDivElement | null>;
  today: string;
  /** How it is paid, below the account. */
  way: ReactNode;
}

/** How much: the field, the sums that are offered, and until when it lasts. */
export function SumPart({ accounts, account, onAccount, text, onType, error, field, today, way }: SumPartProps) {
  const sum = sumTyped(text);
  return (
    <section className={styles.sum} aria-label="Сколько">
      <div className={styles.sumHead}>
        <h2>Сколько</h2>
        {accounts.length > 1 && (
          <div className={styles.segment} role="group" aria-label="Счёт">
            {accounts.map(({ kind, balance }) => (
              <button key={kind} type="button" aria-pressed={kind === account.kind} onClick={() => onAccount(kind)}>
                {ACCOUNT_TITLES[kind]} {rubles(balance)}
              </button>
            ))}
          </div>
        )}
      </div>
      {way}
      <div ref={field}>
        <MoneyField big label="Сумма" name="sum" value={text} onChange={onType} error={error} />
      </div>
      <div className={styles.presets}>
        {account.presets.map(({ kind, amount, lasts_until: until }, index) => (
          <button key={kind} type="button" aria-pressed={amount === sum} onClick={() => onType(sumForField(amount))}>
            <b>{rubles(amount)}</b>
            <span>
              {PRESET_WORDS[kind]}
              {kind === 'month' && until !== null && `, до ${dayText(until, today)}`}
            </span>
            <kbd>Alt {index + 1}</kbd>
          </button>
        ))}
      </div>
      {sum !== undefined && <Lasting account={account} sum={sum} today={today} />}
    </section>
  );
}

/** No more days than this are drawn. */
const MOST_DAYS = 90;
const LEAST_DAYS = 30;

/** Until when the money lasts then, in words and on the ruler. */
function Lasting({ account, sum, today }: { account: PayingAccount; sum: string; today: string }) {
  const { day, missing } = reachedBy(account, sum);
  const days = day === null ? 0 : daysUntil(today, day);
  const ticks = Math.min(MOST_DAYS, Math.max(LEAST_DAYS, Math.round(days * 1.25)));
  return (
    <div>
      <p role="status">
        <Unbroken text={lastingWords(account, { day, missing }, today)} />
      </p>
      {day !== null && days < ticks && (
        <Ruler on="card" low ticks={ticks} paid={days} marks={[{ at: days, label: dayText(day, today) }]} />
      )}
    </div>
  );
}

function lastingWords(
  { blocked, off }: PayingAccount,
  { day, missing }: { day: string | null; missing: string },
  today: string,
): string {
  if (blocked && missing !== '0.00') return `Не заработает: не хватит ещё ${rubles(missing)}.`;
  const until = day === null ? '' : `хватит до ${dayText(day, today)}`;
  if (blocked) return `Заработает сразу${until && `, ${until}`}. Включится: ${off.join(', ')}.`;
  return until === '' ? 'Ляжет на счёт.' : `${until.charAt(0).toUpperCase()}${until.slice(1)}.`;
}
