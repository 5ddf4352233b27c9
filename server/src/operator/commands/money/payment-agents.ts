import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';
import { readRows } from '../../table-file.ts';

type PaymentAgents = OperatorContract['paymentAgents'];

/** As the protocols call them. */
const COLUMNS = { txn_id: ['txn_id', 'pay_id'], account: ['account'], sum: ['sum', 'amount'] } as const;

export const paymentAgentCommands: CommandsOf<PaymentAgents> = {
  reconcile: {
    read: async function* ({ rows: path = '', ...typed }) {
      yield { ...typed, rows: await readRows(path, COLUMNS) };
    },
    tell: ({ rows, credited, unread, findings }) => {
      const left = unread.length + findings.length - credited;
      return saidIf(
        left > 0,
        ...unread.map(({ line, reason }) => `Строка ${line}: ${reason}`),
        ...findings.map(findingText),
        `В реестре ${rows}, зачислено сейчас ${credited}, ждёт человека ${left}`,
      );
    },
  },
  conflicts: {
    tell: (found) =>
      saidIf(
        found.length > 0,
        ...found.map((row) => {
          const first = `зачислен на счёт ${row.first_account}, ${rubles(row.first_amount)}`;
          const again = `пришёл на счёт ${row.account_typed}, ${rubles(row.amount)}`;
          return `${row.conflict_id}  ${row.last_at}  ${row.source}:${row.txn_id}  ${first}; ${again}, раз: ${row.times}`;
        }),
        found.length === 0 ? 'Таких нет' : `Всего ${found.length}`,
      ),
  },
  dismiss: { tell: () => said('Отмечено') },
};

function findingText({
  txn_id,
  account,
  amount,
  what,
  reason,
}: Result<PaymentAgents['reconcile']>['findings'][number]): string {
  const payment = `${txn_id}  счёт ${account}  ${rubles(amount)}`;
  if (what === 'credited') return `${payment}: у нас не было, зачислен`;
  if (what === 'ours_only') return `${payment}: у нас зачислен, в реестре его нет`;
  return `${payment}: в реестре есть, не зачислен: ${reason ?? ''}`;
}
