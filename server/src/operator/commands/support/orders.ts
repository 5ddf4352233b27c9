import { basename } from 'node:path';
import type { OperatorContract } from '@kabinet/contract/staff';
import { said, saidIf, type CommandsOf } from '../../command.ts';
import { readBytes } from '../../table-file.ts';
import { clock, plain, total, when } from './lines.ts';

type Orders = OperatorContract['orders'];

const done = { tell: ({ state }: { state: string }) => said(`Готово, заявка: ${state}`) };

export const orderCommands: CommandsOf<Orders> = {
  list: {
    tell: ({ items, next, counts }, zone) =>
      said(
        ...items.map(({ order_id, contract_id, goal, state, answer_by, late_times, assignee, text, held_by }) =>
          [
            order_id,
            contract_id,
            state,
            `ответить до ${when(answer_by, zone)}${late_times > 0 ? ', опоздали' : ''}`,
            assignee ?? 'никому',
            ...(held_by === null ? [] : [`отвечает ${plain(held_by.name)}`]),
            goal,
            plain(text),
          ].join('  '),
        ),
        `${total(items.length)}; открыто ${counts.all}, ждут ответа ${counts.answer}, опоздали ${counts.late}`,
        ...(next === null ? [] : [`Дальше: --cursor=${next}`]),
        clock(zone),
      ),
  },
  show: {
    tell: ({ order_id, contract_id, goal, state, phone, wished_time, checks, events }, zone) =>
      said(
        `Заявка ${order_id}, договор ${contract_id}, ${goal}, ${state}, телефон ${phone ?? '—'}, удобно: ${plain(wished_time ?? '—')}`,
        ...checks.map(({ ok, title }) => plain(`${ok === false ? '!' : '+'} ${title}`)),
        ...events.map(
          ({ happened_at, author, author_name, text, files }) =>
            `${when(happened_at, zone)}  ${plain(author_name ?? author)}: ${plain(text)}${files.map(({ name }) => ` [${plain(name)}]`).join('')}`,
        ),
        clock(zone),
      ),
  },
  answer: done,
  ask: done,
  assign: done,
  start: done,
  close: done,
  hold: {
    tell: ({ order_id, until, taken_from }, zone) =>
      said(
        `Заявка ${order_id} ваша до ${when(until, zone)}`,
        ...(taken_from === null ? [] : [`Её вёл другой: ${plain(taken_from)}`]),
        clock(zone),
      ),
  },
  release: { tell: ({ order_id }) => said(`Заявку ${order_id} отпустили`) },
  form: {
    tell: ({ goals, goal_id, service, finding, checks, windows, open }, zone) =>
      said(
        `${plain(service ?? 'Услуг нет')}: ${plain(finding)}`,
        ...checks.map(({ ok, title }) => plain(`${ok === false ? '!' : '+'} ${title}`)),
        ...goals.map(
          (goal) => `тема ${goal.goal_id}  ${plain(goal.name)}${goal.goal_id === goal_id ? '  подходит' : ''}`,
        ),
        ...windows
          .filter(({ is_free }) => is_free)
          .map(({ slot_id, from, to }) => `окно ${slot_id}  ${when(from, zone)} — ${when(to, zone)}`),
        ...open.map(({ order_id, goal }) => `уже открыта заявка ${order_id}, ${plain(goal)}`),
        clock(zone),
      ),
  },
  file: {
    tell: ({ order_id, answer_by, rehearsed }, zone) =>
      said(
        rehearsed
          ? `Заявки ещё нет. Обещали бы ответить до ${when(answer_by, zone)}`
          : `Заявка ${order_id} создана, обещали ответить до ${when(answer_by, zone)}`,
        clock(zone),
      ),
  },
  addFile: {
    read: async function* ({ order_id, content: path = '' }) {
      yield { order_id, name: basename(path), content: (await readBytes(path)).toString('base64') };
    },
    tell: ({ file_id, name, bytes }) => said(`Загружен ${plain(name)}, байт: ${bytes}. Его номер: ${file_id}`),
  },
  openFile: { tell: ({ name, type, bytes }) => said(`${plain(name)}, ${type}, байт: ${bytes}`) },
  visit: { tell: ({ order_id }) => said(`Визит по заявке ${order_id} назначен`) },
  coming: {
    tell: ({ order_id, arrives_at }, zone) =>
      said(`Клиенту по заявке ${order_id} сказали: мастер будет ${when(arrives_at, zone)}`, clock(zone)),
  },
  arrived: {
    tell: ({ order_id, arrived_at }, zone) =>
      said(`Мастер на месте по заявке ${order_id}, ${when(arrived_at, zone)}`, clock(zone)),
  },
  visits: {
    tell: ({ day, masters }, zone) =>
      said(
        `Визиты ${day}`,
        ...masters.flatMap(({ master, windows }) =>
          windows.map(({ slot_id, from, to, order }) =>
            [
              plain(master),
              `${when(from, zone)} — ${when(to, zone)}`,
              order === null
                ? `окно ${slot_id} свободно`
                : `заявка ${order.order_id}  ${plain(order.goal)}  ${plain(order.name)}  ${plain(order.address)}  ${order.state}`,
            ].join('  '),
          ),
        ),
        clock(zone),
      ),
  },
  slots: {
    tell: (found, zone) =>
      said(
        ...found.map(
          ({ slot_id, town, master, from, to, order_id }) =>
            `${slot_id}  ${town}  ${master}  ${when(from, zone)} — ${when(to, zone)}  ${order_id === null ? 'свободно' : `заявка ${order_id}`}`,
        ),
        total(found.length),
        clock(zone),
      ),
  },
  addSlot: { tell: ({ slot_id }) => said(`Добавлено окно ${slot_id}`) },
  requests: {
    tell: ({ call_backs, new_clients }, zone) =>
      saidIf(
        call_backs.length + new_clients.length > 0,
        ...call_backs.map(({ call_back_id, phone, topic, from, to, contract_id, late_times, taken_by, withdrawn_at }) =>
          [
            `call ${call_back_id}`,
            phone,
            `${when(from, zone)} — ${when(to, zone)}${late_times > 0 ? ', опоздали' : ''}`,
            plain(topic),
            contract_id === null ? 'гость' : `договор ${contract_id}`,
            plain(taken_by ?? 'никто не взял'),
            ...(withdrawn_at === null ? [] : [`отменил клиент ${when(withdrawn_at, zone)}`]),
          ].join('  '),
        ),
        ...new_clients.map(({ new_client_id, name, phone, address, plan, coverage, taken_by }) =>
          [
            `client ${new_client_id}`,
            phone,
            plain(name),
            plain(address),
            plan ?? 'без тарифа',
            coverage,
            plain(taken_by ?? 'никто не взял'),
          ].join('  '),
        ),
        total(call_backs.length + new_clients.length),
        clock(zone),
      ),
  },
  take: {
    tell: ({ request_id, taken_from }) =>
      said(
        `Обращение ${request_id} взято`,
        ...(taken_from === null ? [] : [`До вас его взял другой: ${plain(taken_from)}. Договоритесь, кто займётся`]),
      ),
  },
  finish: { tell: ({ request_id }) => said(`Обращение ${request_id} закончено`) },
};
