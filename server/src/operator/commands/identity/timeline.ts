import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { phoneText } from '@kabinet/contract/kernel/russian';
import { dayText, issuedText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';

type Item = Result<OperatorContract['timeline']['read']>['items'][number];

const KIND_NAMES: Record<Item['kind'], string> = {
  payment: 'платёж',
  charge: 'списание',
  change: 'изменение',
  session: 'сеанс',
  message: 'сообщение',
  order: 'заявка',
  call: 'звонок',
  note: 'заметка',
  look: 'смотрели',
};

/** «1 ноября 2026 — 1 декабря 2026 по 1 179 ₽» of a charge. */
function formulaOf({ movement }: Item): string | null {
  if (movement?.kind !== 'charge' || !movement.service_from || !movement.service_until) return null;
  const rate = movement.rate ? ` по ${rubles(movement.rate.amount)}` : '';
  const [from, until] = [movement.service_from, movement.service_until].map((day) => dayText(day, YEARLESS));
  return `с ${from} до ${until}${rate}`;
}

function lineOf(item: Item, zone: string): string {
  const { kind, at, text, who, detail, amount, other_number: other, own_number: own } = item;
  const told = [
    text,
    amount === null ? null : rubles(amount),
    formulaOf(item),
    other === null ? null : phoneText(other),
    who,
    detail,
    own === null ? null : `номер ${phoneText(own)}`,
  ];
  return `${issuedText(at, zone)}  ${KIND_NAMES[kind]}  ${told.filter((one) => one !== null).join(', ')}`;
}

export const timelineCommands: CommandsOf<OperatorContract['timeline']> = {
  read: {
    tell: ({ items, next }, zone) =>
      said(
        ...items.map((item) => lineOf(item, zone)),
        ...(items.length === 0 ? ['Ничего не было'] : []),
        ...(next === null ? [] : [`Дальше: --cursor=${next}`]),
      ),
  },
};
