import type { Instant } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/operator';
import { issuedText } from '#domain/shared/text.rules.ts';
import { MOSCOW } from '#kernel/moscow.ts';
import { said, saidIf, type CommandsOf } from '../command.ts';

/** What clients type, without what a terminal would obey. */
const plain = (text: string): string => text.replace(/\p{C}+/gu, ' ');
const when = (at: Instant | null): string => (at === null ? '—' : `${issuedText(at, MOSCOW)} МСК`);
const total = (count: number): string => (count === 0 ? 'Таких нет' : `Всего ${count}`);

type Orders = OperatorContract['orders'];

const done = { tell: ({ state }: { state: string }) => said(`Готово, заявка: ${state}`) };

export const orderCommands: CommandsOf<Orders> = {
  list: {
    tell: (found) =>
      said(
        ...found.map(({ order_id, contract_id, goal, state, answer_by, late_times, assignee, text }) =>
          [
            order_id,
            contract_id,
            state,
            `ответить до ${when(answer_by)}${late_times > 0 ? ', опоздали' : ''}`,
            assignee ?? 'никому',
            goal,
            plain(text),
          ].join('  '),
        ),
        total(found.length),
      ),
  },
  show: {
    tell: ({ order_id, contract_id, goal, state, phone, wished_time, checks, events }) =>
      said(
        `Заявка ${order_id}, договор ${contract_id}, ${goal}, ${state}, телефон ${phone ?? '—'}, удобно: ${plain(wished_time ?? '—')}`,
        ...checks.map(plain),
        ...events.map(
          ({ happened_at, author, author_name, text, files }) =>
            `${when(happened_at)}  ${plain(author_name ?? author)}: ${plain(text)}${files.map(({ name }) => ` [${plain(name)}]`).join('')}`,
        ),
      ),
  },
  answer: done,
  ask: done,
  assign: done,
  start: done,
  close: done,
  visit: { tell: ({ order_id }) => said(`Визит по заявке ${order_id} назначен`) },
  slots: {
    tell: (found) =>
      said(
        ...found.map(
          ({ slot_id, town, master, from, to, order_id }) =>
            `${slot_id}  ${town}  ${master}  ${when(from)} — ${when(to)}  ${order_id === null ? 'свободно' : `заявка ${order_id}`}`,
        ),
        total(found.length),
      ),
  },
  addSlot: { tell: ({ slot_id }) => said(`Добавлено окно ${slot_id}`) },
  requests: {
    tell: ({ call_backs, new_clients }) =>
      saidIf(
        call_backs.length + new_clients.length > 0,
        ...call_backs.map(
          ({ call_back_id, phone, topic, from, to }) =>
            `call ${call_back_id}  ${phone}  ${when(from)} — ${when(to)}  ${plain(topic)}`,
        ),
        ...new_clients.map(
          ({ new_client_id, name, phone, address, plan, coverage }) =>
            `client ${new_client_id}  ${phone}  ${plain(name)}  ${plain(address)}  ${plan ?? 'без тарифа'}  ${coverage}`,
        ),
        total(call_backs.length + new_clients.length),
      ),
  },
  finish: { tell: ({ request_id }) => said(`Обращение ${request_id} обработано`) },
};

export const incidentCommands: CommandsOf<OperatorContract['incidents']> = {
  list: {
    tell: (found) =>
      said(
        ...found.map(
          ({ incident_id, cause, places, began_at, ended_at, reports }) =>
            `${incident_id}  ${when(began_at)} — ${when(ended_at)}  ${plain(cause)}  ${places.join('; ')}  «у меня тоже»: ${reports}`,
        ),
        total(found.length),
      ),
  },
  publish: { tell: ({ incident_id }) => said(`Опубликовано, авария ${incident_id}`) },
  end: { tell: ({ incident_id }) => said(`Авария ${incident_id} закрыта, деньги возвращаются`) },
};
