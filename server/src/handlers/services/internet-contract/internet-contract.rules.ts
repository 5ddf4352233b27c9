import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Forecast } from '#server/domain/billing/forecast/forecast.rules.ts';
import type { Price } from '#server/domain/billing/forecast/price.rules.ts';
import { accountName } from '#server/domain/billing/service-view/user.texts.ts';
import { keepTogether, rubles } from '#server/domain/shared/text.rules.ts';

type Arrears = Result<typeof contract.internetContract.programArrears>;

/** Programs that are off because their account is blocked: each works again when the account's debt is paid. */
export function arrearsOf(account: Forecast & { kind: 'i' | 't'; prices: readonly Price[] }): Arrears {
  if (!account.blocked) return [];
  const { debt, kind } = account;
  const programs = new Map<number, string>();
  for (const { programId, name, userId, situation } of account.prices) {
    if (programId !== null && (userId === null || situation === 'debt')) programs.set(programId, name);
  }
  return Array.from(programs, ([programId, name]) => ({
    programm_id: programId,
    text: keepTogether(`«${name}» ждёт оплаты: долг по счёту ${accountName(kind)} ${rubles(debt)}`),
    amount: debt,
  }));
}
