import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { counted, dayOf, dayText, days, momentText, rubles } from '#web/lib/text/format.ts';
import type { Band, BandTotal, Debtor, Reminded } from './debtors-data.ts';

export const BAND_WORDS: Record<Band, string> = {
  week: 'До 7 дней',
  month: '8–30 дней',
  quarter: '31–90 дней',
  older: 'Больше 90 дней',
};

export const contractsText = (count: number): string => counted(count, 'договор', 'договора', 'договоров');

const sumOf = (bands: readonly BandTotal[]): string =>
  (bands.reduce((all, { sum }) => all + fromWireMoney(sum), 0) / 100).toFixed(2);

/** What the figures say: the heading of the page. */
export function finding(bands: readonly BandTotal[]): string {
  const count = bands.reduce((all, band) => all + band.count, 0);
  if (count === 0) return 'Никто не должен';
  const whole = `${contractsText(count)} ${count % 10 === 1 && count % 100 !== 11 ? 'должен' : 'должны'} ${rubles(sumOf(bands))}`;
  const old = bands.find(({ band }) => band === 'older');
  if (!old || old.count === 0) return whole;
  return old.count === count ? `${whole}, дольше 90 дней` : `${whole}, ${rubles(old.sum)} — дольше 90 дней`;
}

/** What was done about a debt, and what is known of the debtor. */
export function debtorWords(debtor: Debtor, today: string): string {
  const { since, off_since, promised_until, reminded_at, last_payment } = debtor;
  return [
    `С ${dayText(since, today)}, ${days(debtor.days)}`,
    off_since === null ? 'услуги работают' : `отключено ${dayText(dayOf(off_since), today)}`,
    ...(promised_until === null ? [] : [`обещал заплатить до ${dayText(promised_until, today)}`]),
    ...(reminded_at === null ? [] : [`напомнили ${momentText(reminded_at, today)}`]),
    last_payment === null
      ? 'ещё не платил'
      : `платил ${dayText(last_payment.day, today)}, ${rubles(last_payment.amount)}`,
  ].join(', ');
}

const WAYS: Readonly<Record<string, string>> = {
  portal: 'В кабинет',
  sms: 'СМС',
  mail: 'Почтой',
  telegram: 'В Telegram',
  max: 'В MAX',
  push: 'Уведомлением',
};

export const wayText = (way: string): string => WAYS[way] ?? way;

/** «3 договора: сегодня уже напомнили» */
export function skippedText(skipped: Reminded['skipped']): string | undefined {
  const today = skipped.filter(({ why }) => why === 'reminded_today').length;
  const paid = skipped.length - today;
  const words = [
    ...(today > 0 ? [`${contractsText(today)} — сегодня уже напомнили`] : []),
    ...(paid > 0 ? [`${contractsText(paid)} — больше не должны`] : []),
  ];
  return words.length === 0 ? undefined : `Пропустим: ${words.join('; ')}.`;
}
