/** Failures in a row after which a gateway is tried by one message only. */
const TRUSTED_FAILURES = 5;
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 60_000;

/** How long messages wait for the result of a probe; after that its process is taken for dead. Milliseconds. */
export const HOLD_MS = 300_000;

/** When a gateway that has failed so often in a row is tried again; undefined while it is still trusted. */
export function probeAfter(failures: number, now: Date): Date | undefined {
  if (failures < TRUSTED_FAILURES) return undefined;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - TRUSTED_FAILURES), LONGEST_PAUSE_MS);
  return new Date(now.getTime() + pause);
}
