import type { Instant } from '@kabinet/contract/kernel/day';

export interface SentEvent {
  readonly event_id: number;
  readonly at: Instant;
  readonly kind: string;
  readonly contract_id: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Tried {
  readonly event: SentEvent;
  readonly attempts: number;
  readonly error?: string | undefined;
}

/** How the receiver has answered to one event. */
export type ReceiverAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'away'; readonly error: string; readonly waitMs: number };

export interface Pass {
  readonly taken: ReadonlySet<number>;
  readonly refused: ReadonlyMap<number, string>;
  /** The receiver is away: nothing counts as refused. */
  readonly away?: { readonly error: string; readonly waitMs: number } | undefined;
}

const LANES = 8;
/** So many new events refused without anything taken look like a receiver that is broken. */
const MOST_REFUSED = 8;

function brokenBy(
  taken: ReadonlySet<number>,
  refused: ReadonlyMap<number, string>,
  letters: ReadonlySet<number>,
): Pass['away'] {
  const errors = [...refused].flatMap(([eventId, error]) => (letters.has(eventId) ? [] : [error]));
  const [error] = errors;
  return taken.size === 0 && errors.length >= MOST_REFUSED && error !== undefined ? { error, waitMs: 0 } : undefined;
}

/**
 * Sends letters, then new events: those of a contract one after another, several contracts at once. Ends early if the receiver is away.
 * A letter that is refused says nothing of the receiver: however many there are, they must not hold new events.
 */
export async function sendAll(
  letters: readonly SentEvent[],
  fresh: readonly SentEvent[],
  send: (event: SentEvent) => Promise<ReceiverAnswer>,
): Promise<Pass> {
  const old = new Set(letters.map(({ event_id }) => event_id));
  const taken = new Set<number>();
  const refused = new Map<number, string>();
  let away: Pass['away'];
  const note = (event: SentEvent, answer: ReceiverAnswer): boolean => {
    if (answer.kind === 'taken') taken.add(event.event_id);
    else if (answer.kind === 'away') away ??= answer;
    else refused.set(event.event_id, answer.error);
    away ??= brokenBy(taken, refused, old);
    return answer.kind === 'taken' && away === undefined;
  };
  const lines = [...Map.groupBy([...letters, ...fresh], ({ contract_id }) => contract_id).values()];
  const lane = async () => {
    for (let line = lines.shift(); line && away === undefined; line = lines.shift()) {
      for (const event of line) if (!note(event, await send(event))) break;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { taken, refused, away };
}
