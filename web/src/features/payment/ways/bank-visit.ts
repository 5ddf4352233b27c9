import { now } from '#web/lib/clock/clock.ts';
import { writeStored } from '#web/lib/page/stored.ts';

/** The way to the bank on a phone and back, which may reload this page. */
export interface BankVisit {
  /** When the subscriber left for the bank; undefined before, and when he wants another sum. */
  leftAt: string | undefined;
  /** The payment is stored, so the page may be left. */
  isReady: boolean;
  leave: () => void;
  comeBack: () => void;
}

/** What a stored payment knows of it. */
export interface KeptVisit {
  left_at?: string | undefined;
}

export function visitOf(key: string | undefined, kept: KeptVisit | undefined, life: number): BankVisit {
  const note = (at: string | undefined): void => {
    if (key !== undefined && kept) writeStored(key, { ...kept, left_at: at }, life);
  };
  return {
    leftAt: kept?.left_at,
    isReady: kept !== undefined,
    leave: () => note(now().toISOString()),
    comeBack: () => note(undefined),
  };
}
