import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { Account } from '#web/shared/data/frame-data.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { unanswered } from '#web/lib/text/texts.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

/** The accounts for which it was done before the refusal, and the refused one. */
export interface Partly {
  done: readonly Account['kind'][];
  refused: Account['kind'];
}

interface Words {
  title: string;
  done: string;
  refused: string;
}

const of = (p: Account['kind'], words: string): string => `Счёт\u00a0«${ACCOUNT_NAMES[p]}»: ${words}. `;

/** Two outcomes and a reason take longer to read than one sentence. */
const TO_READ_MS = 15_000;

/** Says for which account it was done, and for which it was not, with the reason. */
export function sayPartly(failure: Error, { done, refused }: Partly, words: Words): void {
  const isLost = failure.name === 'NetworkError';
  const told = [...done.map((p) => of(p, words.done)), of(refused, isLost ? unanswered.toLowerCase() : words.refused)];
  const text = told.join('') + keepTogether(readable(failure.message, 'Повторите через минуту'));
  toast({ tone: 'bad', title: words.title, text, timeout: TO_READ_MS });
}
