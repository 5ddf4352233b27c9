import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { dayText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { changeLines, REHEARSED } from './change-lines.ts';

type List = Result<OperatorContract['plans']['list']>;

const priceText = ({ price, unit }: Pick<List['plans'][number], 'price' | 'unit'>): string =>
  `${rubles(price)} в ${unit === 'day' ? 'день' : 'месяц'}`;

const offerLine = ({ plan_id, name, summary, control, ...price }: List['plans'][number]): string => {
  const state = control.status === 'on' ? 'сейчас' : control.text;
  return `  ${plan_id}  «${name}», ${summary}, ${priceText(price)}${state === '' ? '' : `: ${state}`}`;
};

export const planCommands: CommandsOf<OperatorContract['plans']> = {
  list: {
    tell: ({ contract_id, version, plan, planned, next_period: next, plans }) =>
      said(
        plan ? `Сейчас «${plan.name}», ${priceText(plan)}` : 'У услуги нет тарифа',
        ...(planned ? [`С ${dayText(planned.from, YEARLESS)} — «${planned.plan.name}»`] : []),
        ...(next === null ? [] : [`Следующий расчётный день: ${dayText(next, YEARLESS)}`]),
        ...plans.map(offerLine),
        `Версия договора ${contract_id}: ${version}`,
      ),
  },
  change: { tell: (change) => said(...changeLines(change)) },
  cancel: {
    tell: ({ rehearsed, plan, from }) =>
      said(...(rehearsed ? [REHEARSED] : []), `Тариф «${plan}» с ${dayText(from, YEARLESS)} отменён, остаётся прежний`),
  },
};
