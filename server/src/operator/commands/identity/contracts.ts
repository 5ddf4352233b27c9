import type { OperatorContract } from '@kabinet/contract/staff';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';

export const contractCommands: CommandsOf<OperatorContract['contracts']> = {
  balance: {
    tell: (accounts) =>
      said(
        ...accounts.map(({ kind, account_no, balance, credit_limit }) => {
          const limit = credit_limit > 0 ? `, кредитный лимит ${rubles(credit_limit)}` : '';
          return `${ACCOUNT_NAMES[kind]}, счёт ${account_no}: ${rubles(balance)}${limit}`;
        }),
      ),
  },
  resetPassword: {
    tell: ({ contract_id, password, until, sessions_ended, replaces_unused }) =>
      said(
        `Договор ${contract_id}, одноразовый пароль: ${password}`,
        ...(replaces_unused ? ['Прежний одноразовый пароль, которым ещё не входили, больше не действует.'] : []),
        `Действует до ${until}. При входе абонент придумает свой.`,
        `Завершено сеансов: ${sessions_ended}`,
      ),
  },
  notify: { tell: () => said('Отправлено') },
  news: { tell: ({ readers }) => said(`Получателей: ${readers}`) },
};
