import { dayText, keepTogether, magnitude, rubles } from '#web/lib/text/format.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { isZero, payFor } from '#web/shared/money/account-sums.ts';
import { priceText, speedText } from '#web/shared/money/price.texts.ts';
import type { ChangeSummary } from './money-preview.tsx';
import styles from './price-change.module.css';

type Rate = ChangeSummary['price']['was'];

interface PriceChangeProps {
  told: ChangeSummary;
  /** Services of the account are off for debt. */
  inDebt: boolean;
  today: string;
}

/**
 * The summary above the details of a dialog: what is to be paid first, or else the sum with its day; then the price and the speed
 * before and after the change.
 */
export function PriceChange({ told, inDebt, today }: PriceChangeProps) {
  const lines = wasAndWill(told);
  if (told.handed_over && lines.length === 0) return null;
  return (
    <div className={styles.change}>
      {!told.handed_over && <Sum told={told} inDebt={inDebt} today={today} />}
      {lines.length > 0 && (
        <dl>
          {lines.map(([name, was, will]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {was !== undefined && (
                  <>
                    {was} <span aria-hidden="true">→</span>
                    <VisuallyHidden>станет</VisuallyHidden>{' '}
                  </>
                )}
                <b>{will}</b>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Sum({ told, inDebt, today }: PriceChangeProps) {
  const { title, sum, isBack } = toPay(told, inDebt) ?? firstMoney(told, today);
  return (
    <p>
      <span className={styles.when}>{title}</span>
      <Money value={sum} size="lg" signed={isBack} short />
    </p>
  );
}

/** Money is missing: nothing happens, or nothing works, until it is paid. */
function toPay({ missing }: ChangeSummary, inDebt: boolean) {
  if (isZero(missing)) return undefined;
  return { title: inDebt ? 'К\u00a0оплате' : 'Сначала пополнить на', sum: payFor(missing), isBack: false };
}

/** The sum of today; if nothing is charged or returned today, the sum of the first day of the change. */
function firstMoney({ charge_now: now, charge_next: next, from }: ChangeSummary, today: string) {
  if (!isZero(now)) {
    const isBack = now.startsWith('-');
    return { title: isBack ? 'Сегодня вернём' : 'Сегодня спишем', sum: magnitude(now), isBack };
  }
  if (from > today && next?.day === from) {
    return { title: keepTogether(`Сегодня ничего, ${dayText(from, today)} спишем`), sum: next.amount, isBack: false };
  }
  return { title: 'Сегодня спишем', sum: '0.00', isBack: false };
}

type Line = readonly [name: string, was: string | undefined, will: string];

function wasAndWill({ price: { was, will }, speed_mbit: speed }: ChangeSummary): Line[] {
  if (isFree(was) && isFree(will)) return [];
  const isKept = sayOf(was) === sayOf(will);
  return [['Цена', isKept || was === null ? undefined : shortOf(was, will), textOf(will)], ...speedLine(speed)];
}

function speedLine(speed: ChangeSummary['speed_mbit']): Line[] {
  if (typeof speed?.will !== 'number') return [];
  const { was, will } = speed;
  return [['Скорость', was === null || was === will ? undefined : String(was), speedText(will)]];
}

const isFree = (rate: Rate): boolean => rate === null || isZero(rate.amount);
const sayOf = (rate: Rate): string => `${rate?.amount ?? ''} ${rate?.unit ?? ''}`;
const textOf = (rate: Rate): string =>
  rate === null ? '0\u00a0₽' : priceText({ price: rate.amount, unit: rate.unit });
/** The former price, without its unit if the unit stays the same. */
const shortOf = (was: NonNullable<Rate>, will: Rate): string =>
  will?.unit === was.unit && !isFree(will) ? rubles(was.amount) : textOf(was);
