import type { OperatorContract } from '@kabinet/contract/staff';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { counted } from '../../said-lists.ts';

const KINDS = { sell: 'приход', sell_refund: 'возврат' } as const;

export const receiptCommands: CommandsOf<OperatorContract['receipts']> = {
  failed: {
    tell: (found) =>
      counted(
        found.map(({ transaction_id, created_at, kind, amount, account_no, error, state }) => {
          const why = error ?? (state === 'due' ? 'касса не подключена или не ответила' : 'причина неизвестна');
          return `${transaction_id}  ${created_at}  ${KINDS[kind]} ${rubles(amount)}, счёт ${account_no}: ${why}`;
        }),
        'Все чеки пробиты',
      ),
  },
  retry: { tell: () => said('Чек будет пробит ещё раз') },
};
