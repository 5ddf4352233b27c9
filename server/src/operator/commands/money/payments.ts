import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { OperatorContract } from '@kabinet/contract/staff';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf, type CommandOutput } from '../../command.ts';
import { counted } from '../../said-lists.ts';

type Payments = OperatorContract['payments'];

const STATES: Record<Result<Payments['list']>[number]['state'], string> = {
  created: 'ждёт банка',
  pending: 'ждёт оплаты',
  paid: 'оплачен',
  expired: 'время вышло',
  rejected: 'отклонён банком',
  refunded: 'возвращён',
};

/** «Интернет, 629 ₽», or «Интернет 629 ₽ и Телефон 188 ₽, всего 817 ₽». */
export const partsText = (parts: Result<Payments['list']>[number]['parts'], amount: Kopecks): string => {
  const [only, other] = parts;
  if (only && !other) return `${ACCOUNT_NAMES[only.p]}, ${rubles(amount)}`;
  const each = parts.map((part) => `${ACCOUNT_NAMES[part.p]} ${rubles(part.amount)}`);
  return `${each.join(' и ')}, всего ${rubles(amount)}`;
};

export const paymentCommands: CommandsOf<Payments> = {
  list: {
    tell: (found) => {
      const lines = found.map(({ payment_id, created_at, amount, parts, state, acquirer, external_id }) => {
        const operation = external_id === null ? '' : `, операция ${acquirer}:${external_id}`;
        return `${created_at}  ${payment_id}  ${partsText(parts, amount)}: ${STATES[state]}${operation}`;
      });
      return said(...(lines.length === 0 ? ['Таких нет'] : lines));
    },
  },
  sbp: {
    tell: ({ payment_id, contract_id, amount, payload, expires_at }) =>
      said(`Договор ${contract_id}, ${rubles(amount)}, до ${expires_at}: ${payload}`, `Платёж ${payment_id}`),
  },
  cancel: { tell: () => said('QR-код снят') },
  surplus: { tell: (found) => notifications(found) },
  mismatch: { tell: (found) => notifications(found) },
  settle: {
    tell: ({ rehearsed, amount, account_no, balance }) =>
      said(
        account_no === null || balance === null
          ? `${rubles(amount)}: отмечено, что банк вернул их плательщику`
          : `${rehearsed ? 'Зачислится' : 'Зачислено'} ${rubles(amount)} на счёт ${account_no}, на нём ${rubles(balance)}`,
      ),
  },
};

const notifications = (found: Result<Payments['surplus']>): CommandOutput =>
  counted(
    found.map(
      ({ notification_id, received_at, acquirer, external_id, qr_id, amount }) =>
        `${notification_id}  ${received_at}  ${rubles(amount)}  ${acquirer}:${external_id}  QR ${qr_id}`,
    ),
  );
