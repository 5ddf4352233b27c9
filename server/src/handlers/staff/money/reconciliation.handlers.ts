import type { Day } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import { dismissFinding, openFindings } from '#server/domain/payments/reconciliation/reconcile.queries.ts';
import { lastBankDay, reconcileBank } from '#server/domain/payments/reconciliation/reconcile.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import type { Acquirer, RegistryRow } from '#server/integrations/acquirer/port.ts';
import { atOf } from '../at.ts';
import { wrongField } from '../refusals.ts';

export const reconciliationHandlers: PlainHandlers<OperatorContract['reconciliation'], 'run'> = {
  // Reads the bank's register, and asks the bank about the payments in it.
  run: withoutTransaction(async ({ body }, scope) => {
    const { db, outside, now } = scope;
    const { day, file } = body;
    const bank = outside.acquirer;
    if (day > lastBankDay(now)) throw wrongField('day', `День ${day} у банка ещё не закрыт`);
    const rows = file === undefined ? await askedRegistry(bank, day) : registryOfFile(bank, file);
    const reconciled = await reconcileBank({ db, bank }, day, rows, atOf(scope));
    return { day, ...reconciled, findings: await db.read(openFindings) };
  }),
  findings: (_, { db }) => openFindings(db),
  dismiss: async ({ body }, { db, now }) => {
    const isDismissed = await dismissFinding(db, body.finding_id, now);
    if (!isDismissed) throw new Problem('finding_not_open');
    return { finding_id: body.finding_id };
  },
};

async function askedRegistry(bank: Acquirer, day: Day): Promise<readonly RegistryRow[]> {
  if (bank.registry) return bank.registry(day);
  throw wrongField('file', 'Этот банк присылает реестр файлом: назовите файл после дня');
}

function registryOfFile(bank: Acquirer, file: string): readonly RegistryRow[] {
  if (!bank.readRegistryFile) throw wrongField('file', 'У этого банка реестр спрашивается без файла');
  try {
    return bank.readRegistryFile(Buffer.from(file, 'base64'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw wrongField('file', 'Это не реестр этого банка');
  }
}
