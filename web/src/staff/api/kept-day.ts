import { now } from '#web/lib/clock/clock.ts';
import { dropStored, readStored, writeStored } from '#web/lib/page/stored.ts';
import { dayOf, timeText } from '#web/lib/text/format.ts';
import type { contract, Wire } from './contract.ts';
import type { Me } from './me.ts';

// What a technician needs of his visits without a network: those of this day and of nobody else, until its end or until he signs out.

interface KeptDay {
  readonly me: Me;
  readonly visits: Wire<typeof contract.orders.visits>;
  /** When it was so. */
  readonly at: string;
}

const KEY = 'staff.day';
/** What was typed of lines that are being connected, by order. */
const TYPED_KEY = 'staff.lines';
const MINUTE_MS = 60_000;

function untilMidnight(): number {
  const [hours = 0, minutes = 0] = timeText(now()).split(':').map(Number);
  return (24 * 60 - hours * 60 - minutes) * MINUTE_MS;
}

export const keepDay = (day: KeptDay): void => writeStored(KEY, day, untilMidnight());

export function forgetDay(): void {
  dropStored(KEY);
  dropStored(TYPED_KEY);
}

type Typed = Readonly<Record<number, object>>;

/** What was typed at a visit; it goes with the day. */
export const readTyped = (orderId: number): object | undefined => readStored<Typed>(TYPED_KEY, {})[orderId];

export const keepTyped = (orderId: number, typed: object): void =>
  writeStored(TYPED_KEY, { ...readStored<Typed>(TYPED_KEY, {}), [orderId]: typed }, untilMidnight());

/** The kept day, if it is this one. */
export function readDay(): KeptDay | undefined {
  const kept = readStored<KeptDay | undefined>(KEY, undefined);
  if (kept?.visits.day === dayOf(now())) return kept;
  forgetDay();
  return undefined;
}
