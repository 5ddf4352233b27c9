import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { readBytes } from '../../table-file.ts';

type Reconciliation = OperatorContract['reconciliation'];
type Findings = Result<Reconciliation['findings']>;

export const reconciliationCommands: CommandsOf<Reconciliation> = {
  run: {
    read: async function* ({ file: path, ...typed }) {
      yield path === undefined ? typed : { ...typed, file: (await readBytes(path)).toString('base64') };
    },
    tell: ({ day, orders, credited, findings }) =>
      said(
        `В реестре банка за ${day} платежей: ${orders}. Пропущенных зачислено: ${credited}`,
        ...findingLines(findings),
      ),
  },
  findings: { tell: (found) => said(...findingLines(found)) },
  dismiss: { tell: () => said('Отмечено') },
};

const KINDS: Record<Findings[number]['kind'], string> = {
  ours_only: 'зачислено у нас, в реестре банка нет',
  theirs_only: 'есть в реестре банка, у нас не оплачено, и сам банк оплаты не подтверждает',
  sum_differs: 'сумма в реестре банка другая',
};

const findingLines = (found: Findings): string[] => [
  ...found.map(
    ({ finding_id, day, amount, acquirer, subject, kind }) =>
      `${finding_id}  ${day}  ${rubles(amount)}  ${acquirer}, платёж ${subject}: ${KINDS[kind]}`,
  ),
  found.length === 0 ? 'Расхождений нет' : `Расхождений: ${found.length}`,
];
