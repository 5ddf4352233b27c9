import type { Kopecks } from '@kabinet/contract/kernel/money';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { rubles } from '#server/domain/shared/text.rules.ts';

/** The balance of an account after money has moved. */
export interface AccountBalance {
  readonly account: keyof typeof ACCOUNT_NAMES;
  readonly balance: Kopecks;
}

/** «на счёте 100 ₽»; with two accounts, each by its name. */
export const balanceText = (balances: readonly AccountBalance[]): string =>
  balances
    .map(({ account, balance }) =>
      balances.length === 1 ? `на счёте ${rubles(balance)}` : `на счёте «${ACCOUNT_NAMES[account]}» ${rubles(balance)}`,
    )
    .join(', ');

/** «100 ₽», or «100 ₽ («Интернет») и 20 ₽ («Телефон»)», for a text of the operator's own. */
export const balanceField = (balances: readonly AccountBalance[]): string =>
  balances
    .map(({ account, balance }) =>
      balances.length === 1 ? rubles(balance) : `${rubles(balance)} («${ACCOUNT_NAMES[account]}»)`,
    )
    .join(' и ');
