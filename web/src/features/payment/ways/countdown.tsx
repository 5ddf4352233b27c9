import { nowMs } from '#web/lib/clock/clock.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { cx } from '#web/lib/text/cx.ts';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import styles from './sbp-card.module.css';

/** One tick of the ruler is ten seconds. */
const TICK_MS = 10_000;

interface CountdownProps {
  createdAt: string;
  expiresAt: string;
  on?: 'panel' | 'card';
}

/** The remaining time of the code: digits, and the ruler with a tick for each ten seconds. */
export function Countdown({ createdAt, expiresAt, on = 'card' }: CountdownProps) {
  const [from, until] = [Date.parse(createdAt), Date.parse(expiresAt)];
  const now = useNow(nowMs() < until);
  // If the device's clock is behind, show at most the whole life of the code.
  const left = Math.min(Math.max(until - now, 0), until - from);
  return (
    <div className={cx(styles.timer, on === 'panel' && styles.onPanel)} role="timer">
      <p>
        {left > 0 ? 'Код действует ещё' : 'Проверяем, действует ли код'} <b>{clockText(left / 1000)}</b>
      </p>
      <Ruler ticks={Math.ceil((until - from) / TICK_MS)} paid={Math.ceil(left / TICK_MS)} week={6} on={on} low />
    </div>
  );
}
