import type { Kopecks } from '@kabinet/contract/kernel/money';

interface Where {
  readonly desk: string;
  readonly number: number;
}

const where = ({ desk, number }: Where): string => `${desk}, смена ${number}`;

/** Lines of a desk in the books. */
export const CASH_TEXTS = {
  float: (shift: Where) => `Из сейфа: ${where(shift)}`,
  safe: (shift: Where) => `В сейф: ${where(shift)}`,
  difference: (shift: Where, amount: Kopecks) => `${amount < 0 ? 'Недостача' : 'Излишек'}: ${where(shift)}`,
};

/** What the client reads in his history. */
export const takenText = (): string => 'Наличные в офисе';
