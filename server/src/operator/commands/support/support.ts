import type { Instant } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';

/** A client's text without control characters, which a terminal would obey. */
const plain = (text: string): string => text.replace(/\p{C}+/gu, ' ');
const when = (at: Instant | null, zone: string): string => (at === null ? '—' : issuedText(at, zone));
/** A line that names the time zone of the times above it. */
const clock = (zone: string): string => `Время: ${zone}`;
const total = (count: number): string => (count === 0 ? 'Таких нет' : `Всего ${count}`);

/** Browsers keep the list of goals for a day. */
const SEEN_LATER = 'Открытые кабинеты узнают об этом в течение суток';

type Orders = OperatorContract['orders'];

const done = { tell: ({ state }: { state: string }) => said(`Готово, заявка: ${state}`) };

export const orderCommands: CommandsOf<Orders> = {
  list: {
    tell: (found, zone) =>
      said(
        ...found.map(({ order_id, contract_id, goal, state, answer_by, late_times, assignee, text }) =>
          [
            order_id,
            contract_id,
            state,
            `ответить до ${when(answer_by, zone)}${late_times > 0 ? ', опоздали' : ''}`,
            assignee ?? 'никому',
            goal,
            plain(text),
          ].join('  '),
        ),
        total(found.length),
        clock(zone),
      ),
  },
  show: {
    tell: ({ order_id, contract_id, goal, state, phone, wished_time, checks, events }, zone) =>
      said(
        `Заявка ${order_id}, договор ${contract_id}, ${goal}, ${state}, телефон ${phone ?? '—'}, удобно: ${plain(wished_time ?? '—')}`,
        ...checks.map(plain),
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
  visit: { tell: ({ order_id }) => said(`Визит по заявке ${order_id} назначен`) },
  coming: {
    tell: ({ order_id, arrives_at }, zone) =>
      said(`Клиенту по заявке ${order_id} сказали: мастер будет ${when(arrives_at, zone)}`, clock(zone)),
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

export const incidentCommands: CommandsOf<OperatorContract['incidents']> = {
  list: {
    tell: (found, zone) =>
      said(
        ...found.map(
          ({ incident_id, cause, places, began_at, ended_at, reports }) =>
            `${incident_id}  ${when(began_at, zone)} — ${when(ended_at, zone)}  ${plain(cause)}  ${places.join('; ')}  «у меня тоже»: ${reports}`,
        ),
        total(found.length),
        clock(zone),
      ),
  },
  publish: {
    tell: ({ incident_id, beside }, zone) =>
      said(
        `Опубликовано, авария ${incident_id}`,
        ...beside.map(
          ({ incident_id: other, cause, places, began_at }) =>
            `Здесь уже открыта авария ${other}: «${plain(cause)}», ${places.join('; ')}, с ${when(began_at, zone)}`,
        ),
        ...(beside.length > 0
          ? ['Когда почините, закройте каждую. За одно и то же время деньги вернутся один раз']
          : []),
      ),
  },
  plan: {
    tell: ({ incident_id, planned_until }, zone) =>
      said(`Авария ${incident_id}: срок ${when(planned_until, zone)}. Написали тем, у кого она тоже`, clock(zone)),
  },
  end: { tell: ({ incident_id }) => said(`Авария ${incident_id} закрыта, деньги возвращаются`) },
};

export const goalCommands: CommandsOf<OperatorContract['goals']> = {
  list: {
    tell: (found) =>
      said(
        ...found.map(
          ({ goal_id, name, question, service_kind, asks_visit, answer_minutes, position, is_retired, open_orders }) =>
            [
              goal_id,
              `место ${position}`,
              plain(name),
              `«${plain(question)}»`,
              service_kind ?? 'any',
              asks_visit ? 'с визитом' : 'без визита',
              `ответ за ${answer_minutes} мин`,
              `открыто ${open_orders}`,
              ...(is_retired ? ['снята'] : []),
            ].join('  '),
        ),
        total(found.length),
      ),
  },
  add: { tell: ({ goal_id }) => said(`Добавлена тема ${goal_id}`, SEEN_LATER) },
  change: { tell: ({ goal_id }) => said(`Тема ${goal_id} изменена`, SEEN_LATER) },
  retire: {
    tell: ({ goal_id, open_orders }) =>
      said(`Тема ${goal_id} снята, открытых заявок по ней: ${open_orders}`, SEEN_LATER),
  },
};
