import { counted, rubles } from '#lib/format.ts';
import { isZero, sumOf } from '#shared/money/account-sums.ts';
import type { Control } from './switch-row.tsx';

interface Priced {
  price: string;
  control: Control;
}

export const isOn = ({ control }: Pick<Priced, 'control'>): boolean =>
  control.status === 'on' || control.status === 'off_pending';

/** «Включено 1 из 4 опций, 80 ₽ в месяц». */
export function totalText(list: readonly Priced[], [one, several]: readonly [one: string, several: string]): string {
  const on = list.filter(isOn);
  const sum = sumOf(on.map(({ price }) => price));
  const count = `Включено ${on.length} из\u00a0${counted(list.length, one, several, several)}`;
  return isZero(sum) ? count : `${count}, ${rubles(sum)} в\u00a0месяц`;
}
