import { useEffect, useState } from 'react';

/** The value once it has stood unchanged for `ms`: what is typed is asked about when the typing stops. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
