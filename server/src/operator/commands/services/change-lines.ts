import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { kopecks } from '@kabinet/contract/kernel/money';
import { dayText, namesText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';

type Change = Result<OperatorContract['services']['block']>;

export const REHEARSED = 'Это проверка: ничего не изменилось';

const sumLine = (sum: Change['charge_now']): string =>
  sum < 0 ? `Вернём на счёт сейчас: ${rubles(kopecks(0 - sum))}` : `Спишем сейчас: ${rubles(sum)}`;

const nextLine = ({ day, amount, missing }: NonNullable<Change['charge_next']>): string =>
  `Потом спишем ${dayText(day, YEARLESS)}: ${rubles(amount)}${missing > 0 ? `, не хватит ${rubles(missing)}` : ''}`;

/** What a change does to the money and the services: the same lines before it and after. */
export const changeLines = (change: Change): string[] => [
  ...(change.rehearsed ? [REHEARSED] : []),
  `С ${dayText(change.from, YEARLESS)}, в месяц ${rubles(change.monthly.was)} → ${rubles(change.monthly.will)}`,
  sumLine(change.charge_now),
  ...change.parts.map(({ text, amount }) => `  ${text}: ${rubles(amount)}`),
  `На счёте останется: ${rubles(change.balance_after)}`,
  ...(change.missing > 0 ? [`Не хватает: ${rubles(change.missing)}`] : []),
  ...(change.charge_next ? [nextLine(change.charge_next)] : []),
  ...(change.switches_on.length > 0 ? [`Заработает: ${namesText(change.switches_on)}`] : []),
  ...(change.switches_off.length > 0 ? [`Отключится: ${namesText(change.switches_off)}`] : []),
  ...change.notes,
  `Версия договора ${change.contract_id}: ${change.version}`,
];
