import { addDays, dayIn, type Day, type Instant } from '@kabinet/contract/kernel/day';
import { keepTogether, momentWord } from '#server/domain/shared/text.rules.ts';

export type RequestState = 'waiting' | 'confirmed' | 'refused';

/** A request, and what the other side has said. */
interface Answered {
  readonly made_at: Instant;
  readonly state: RequestState;
  readonly reason: string | null;
  readonly answered_at: Instant | null;
}

/** How long a refusal is shown. */
const DAYS_TOLD = 30;

export interface AskedMoment {
  readonly now: Date;
  readonly zone: string;
}

/** What is said of a request: while it waits nothing else can be asked; empty when there is nothing to say. */
export interface AskedWords {
  readonly isWaiting: boolean;
  readonly text: string;
}

/** Whether it waits for the other side, or was refused within a month. */
export function isAskedTold({ state, answered_at: answered }: Pick<Answered, 'state' | 'answered_at'>, today: Day) {
  if (state !== 'refused') return state === 'waiting';
  return answered !== null && answered.slice(0, 10) >= addDays(today, -DAYS_TOLD);
}

/** What is still told of a request: once charging is ours, only that it was refused. */
export const toldStill = <T extends Pick<Answered, 'state'>>(
  asked: T | undefined,
  isExternal: boolean,
): T | undefined => (isExternal || asked?.state === 'refused' ? asked : undefined);

/** «Передали оператору в 14:20. Ответ покажем здесь», «Оператор отказал: …». */
export function askedWords(asked: Answered | undefined, { now, zone }: AskedMoment): AskedWords {
  if (!asked || !isAskedTold(asked, dayIn(zone, now))) return { isWaiting: false, text: '' };
  if (asked.state === 'refused')
    return { isWaiting: false, text: keepTogether(`Оператор отказал: ${withoutStop(asked.reason ?? '')}`) };
  const moment = momentWord(asked.made_at, { now, zone });
  const at = dayIn(zone, new Date(asked.made_at)) === dayIn(zone, now) ? `в ${moment}` : moment;
  return { isWaiting: true, text: keepTogether(`Передали оператору ${at}. Ответ покажем здесь`) };
}

/** The screen ends a sentence itself. */
const withoutStop = (text: string): string => text.replace(/\.$/, '');
