import type { Result } from '@kabinet/contract/kernel/call';
import type { OperatorContract } from '@kabinet/contract/operator';
import { ACCOUNT_NAMES } from '#domain/shared/account-names.rules.ts';
import { rubles } from '#domain/shared/text.rules.ts';
import { said, type CommandsOf, type Said } from '../command.ts';
import { counted } from '../said-lists.ts';

type Payments = OperatorContract['payments'];

const STATES: Record<Result<Payments['list']>[number]['state'], string> = {
  created: 'ждёт банка',
  pending: 'ждёт оплаты',
  paid: 'оплачен',
  expired: 'время вышло',
  rejected: 'отклонён банком',
  refunded: 'возвращён',
};

export const paymentCommands: CommandsOf<Payments> = {
  list: {
    tell: (found) => {
      const lines = found.map(({ payment_id, created_at, amount, kind, state, acquirer, external_id }) => {
        const operation = external_id === null ? '' : `, операция ${acquirer}:${external_id}`;
        return `${created_at}  ${payment_id}  ${ACCOUNT_NAMES[kind]}, ${rubles(amount)}: ${STATES[state]}${operation}`;
      });
      return said(...(lines.length === 0 ? ['Таких нет'] : lines));
    },
  },
  cancel: { tell: () => said('QR-код снят') },
  surplus: { tell: (found) => notifications(found) },
  mismatch: { tell: (found) => notifications(found) },
};

const notifications = (found: Result<Payments['surplus']>): Said =>
  counted(
    found.map(
      ({ received_at, acquirer, external_id, qr_id, amount }) =>
        `${received_at}  ${rubles(amount)}  ${acquirer}:${external_id}  QR ${qr_id}`,
    ),
  );
