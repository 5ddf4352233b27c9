import { useEffect, useState } from 'react';

/** What was typed a moment ago: not each letter is a question. */
export function usePausedTyping<T>(typed: T, pauseMs: number): T {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
  return settled;
}
