import { useEffect, useState } from 'react';

const PAUSE_MS = 350;

/** A text as it is typed, and as it was when the typing last paused: what is worth asking the server for. */
export function useTyped() {
  const [typed, setTyped] = useState('');
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, settled, setTyped };
}
