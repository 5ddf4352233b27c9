import { useEffect, useRef, useState } from 'react';

/** After a change moves the focus, and so the view, to the card of the plan: it shows the new plan and how to undo the change. */
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
