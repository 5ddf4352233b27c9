/** How long a request may wait for others: payments and the staff share the same thread, and a person waits two seconds in all. */
const WAIT_SECONDS = 0.5;
/** Requests a second, until the process has seen what it can do. */
const AT_FIRST = 600;
/** While fewer are inside, the process idles now and then, and what it does says nothing about what it can do. */
const BUSY = 10;
const WINDOW_MS = 500;
/** Of the newest window; a single one may hold a pause. */
const WEIGHT = 0.5;

/** Who may come in, in one process. */
export interface Admission {
  /** Whether there is room; whoever comes in must leave. */
  enter(): boolean;
  leave(): void;
}

/**
 * Lets in as many as are answered within half a second, measured while the process is busy, and never fewer than `least` at once. Without it a crowd of twice what the process can do
 * waits in one line: after some seconds every reply comes later than anybody waits, and nothing that is done helps (decision 0289).
 */
export function openAdmission(least: number, now: () => number = () => performance.now()): Admission {
  let inside = 0;
  let perSecond = AT_FIRST;
  let answered = 0;
  let since = now();
  let fewest = 0;
  const look = () => {
    const passed = now() - since;
    if (passed < WINDOW_MS) return;
    if (fewest >= BUSY) perSecond += WEIGHT * ((answered * 1000) / passed - perSecond);
    answered = 0;
    since = now();
    fewest = inside;
  };
  return {
    enter: () => {
      look();
      if (inside >= Math.max(least, perSecond * WAIT_SECONDS)) return false;
      inside += 1;
      return true;
    },
    leave: () => {
      inside -= 1;
      answered += 1;
      fewest = Math.min(fewest, inside);
      look();
    },
  };
}
