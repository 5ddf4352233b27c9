import type { Result } from '@kabinet/contract/kernel/call/call';
import type { InboxCost, OperatorContract } from '@kabinet/contract/staff';
import { dayText, issuedText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';

type Inbox = OperatorContract['inbox'];
type Row = Result<Inbox['list']>['items'][number];

const COSTS: Record<InboxCost, string> = {
  money: 'деньги людей',
  connection: 'связь и доставка',
  answer: 'ждут ответа',
  books: 'учёт',
};

function rowText({ title, cost, count, sum, since, list, solve }: Row, zone: string): string {
  const money = sum === null ? '' : `, ${rubles(sum)}`;
  const next = solve.length === 0 ? list : `${list} → ${solve.join(', ')}`;
  return `${COSTS[cost]}  ${title}: ${count}${money}, с ${issuedText(since, zone)}  (${next})`;
}

export const inboxCommands: CommandsOf<Inbox> = {
  list: {
    tell: ({ items, deferred }, zone) =>
      saidIf(
        items.length > 0,
        ...(items.length === 0 ? ['Ничего не ждёт'] : items.map((row) => rowText(row, zone))),
        ...deferred.map(
          ({ title, until, note, operator }) =>
            `Отложено до ${dayText(until, YEARLESS)}  ${title}: ${note} (${operator})`,
        ),
      ),
  },
  defer: { tell: ({ until }) => said(`Отложено до ${dayText(until, YEARLESS)}`) },
  resume: { tell: () => said('Снова ждёт в разборе') },
};
