import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { counted } from '../../said-lists.ts';
import { partsText } from './payments.ts';

type Refunds = OperatorContract['refunds'];

const STATES: Record<Result<Refunds['list']>[number]['state'], string> = {
  due: 'банк ещё не ответил',
  requested: 'банк выполняет',
  declined: 'банк отказал',
  done: 'выполнен',
};

export const refundCommands: CommandsOf<Refunds> = {
  order: {
    tell: ({ amount, left, rehearsed }) =>
      said(
        rehearsed
          ? `Вернётся ${rubles(amount)}, останется вернуть ${rubles(left)}`
          : `Возврат ${rubles(amount)} отправляется банку, деньги списаны со счёта абонента`,
      ),
  },
  list: {
    tell: (found) =>
      counted(
        found.map(
          ({ created_at, amount, parts, payment_id, state }) =>
            `${created_at}  ${partsText(parts, amount)}  платёж ${payment_id}: ${STATES[state]}`,
        ),
      ),
  },
};
