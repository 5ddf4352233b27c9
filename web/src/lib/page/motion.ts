import { useEffect, useRef, useState } from 'react';
import { kopecks, fromWireMoney, toWireMoney } from '@kabinet/contract/kernel/money';

/** Milliseconds of a motion, by its token: 0 where the subscriber or the device wants less motion. */
export function motionMs(token: '--t-base' | '--t-count'): number {
  const time = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  const count = Number.parseFloat(time) || 0;
  return time.endsWith('ms') ? count : count * 1000;
}

/** Slows down towards the end. */
const eased = (share: number): number => 1 - (1 - share) ** 3;

/**
 * Counts from the former value of a sum to the new one. Returns the value to show, and whether it still counts: then screen readers must
 * not announce it. The first value is shown without counting.
 */
export function useCounted(value: string): [shown: string, isCounting: boolean] {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    const [from, to, lasts] = [fromWireMoney(latest.current), fromWireMoney(value), motionMs('--t-count')];
    if (from === to || lasts === 0) {
      latest.current = value;
      setShown(value);
      return undefined;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function count(at): void {
      const share = Math.min(1, Math.max(0, (at - began) / lasts));
      latest.current = toWireMoney(kopecks(Math.round(from + (to - from) * eased(share))));
      setShown(share === 1 ? value : latest.current);
      if (share < 1) frame = requestAnimationFrame(count);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return [shown, shown !== value];
}
