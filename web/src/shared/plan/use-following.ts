import { useEffect, useRef, useState } from 'react';

/** After a change the eye and the focus are on the card of the plan: what it is now, and how to undo it. */
export function useFollowing() {
  const place = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const heading = changes > 0 ? place.current?.querySelector('h2') : undefined;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [changes]);
  return { place, followIt: () => setChanges((count) => count + 1) };
}
