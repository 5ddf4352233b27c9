import { capital, counted } from '#web/lib/text/format.ts';
import type { contract, Wire } from '../api/contract.ts';

type Reason = Wire<typeof contract.transfers.guesses>[number]['reasons'][number];

const REASONS: Record<Reason['why'], string> = {
  number: 'номер стоит в назначении',
  paid_before: 'этот плательщик платил сюда',
  purpose: 'имя или адрес в назначении',
  payer: 'похоже имя плательщика',
};

const reasonText = ({ why, times }: Reason): string =>
  times === null ? REASONS[why] : `${REASONS[why]} ${counted(times, 'раз', 'раза', 'раз')} за год`;

/** «Этот плательщик платил сюда 3 раза за год, похоже имя плательщика» */
export const reasonsText = (reasons: readonly Reason[]): string => capital(reasons.map(reasonText).join(', '));
