import { useEffect, useState } from 'react';

const PAUSE_MS = 350;

/** The typed text, and its debounced value for requests. */
export function useTyped() {
  const [typed, setTyped] = useState('');
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, settled, setTyped };
}
