import { useEffect, useState } from 'react';
import { nowMs } from './clock.ts';

/** Milliseconds of the epoch, updated every `everyMs` while `running`; for countdowns. */
export function useNow(running = true, everyMs = 1000): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    if (!running) return undefined;
    const tick = (): void => setNow(nowMs());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}

/** Seconds in the format of a countdown: `08:42`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}
