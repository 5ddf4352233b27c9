import { magnitude, rubles } from '#web/lib/text/format.ts';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import type { Tone } from '#web/ui/card/state.tsx';
import type { Payer, PayingAccount, ReceiptCopy, ShiftView } from './cash-data.ts';

export const ACCOUNT_TITLES = { i: 'Интернет', t: 'Телефон' } as const;
/** «Принять за …» */
export const ACCOUNT_FOR = { i: 'за интернет и ТВ', t: 'за телефон' } as const;

export const PRESET_WORDS: Record<PayingAccount['presets'][number]['kind'], string> = {
  work: 'чтобы заработало',
  round: 'ровной суммой',
  month: 'ещё на месяц',
};

export const KIND_WORDS: Record<ShiftView['kinds'][number]['kind'], string> = {
  take: 'Наличные',
  undo: 'Отменено',
  float: 'Из сейфа',
  safe: 'В сейф',
  difference: 'Разница',
};

export const RECEIPT_LOOK: Record<ReceiptCopy['receipt']['state'], { tone: Tone; word: string }> = {
  ordered: { tone: 'wait', word: 'Пробивается' },
  done: { tone: 'ok', word: 'Пробит' },
  failed: { tone: 'bad', word: 'Не пробит' },
  given: { tone: 'ok', word: 'С другой кассы' },
  none: { tone: 'off', word: 'Без чека' },
};

/** «не хватает 571,40 ₽», «долга нет»: the answer in the heading. */
export function payerAnswer({ accounts }: Pick<Payer, 'accounts'>): string {
  const missing = accounts.reduce((sum, { debt }) => sum + fromWireMoney(debt), 0);
  if (missing > 0) {
    const [only, ...more] = accounts.filter(({ debt }) => fromWireMoney(debt) > 0);
    return more.length === 0 && only
      ? `не хватает ${rubles(only.debt)}`
      : `не хватает ${rubles((missing / 100).toFixed(2))}`;
  }
  const below = accounts.find(({ balance }) => balance.startsWith('-'));
  return below ? `на счёте ${rubles(below.balance)}` : 'долга нет';
}

export const shiftDifference = (difference: string): string => {
  if (fromWireMoney(difference) === 0) return 'Сошлось';
  return `${difference.startsWith('-') ? 'Недостача' : 'Излишек'} ${rubles(magnitude(difference))}`;
};
