import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { clock, plain, total, when } from './lines.ts';

/** Browsers keep the list of goals for a day. */
const SEEN_LATER = 'Открытые кабинеты узнают об этом в течение суток';

type Hit = Result<OperatorContract['incidents']['show']>['hit'];

const hitText = ({ contracts, with_internet, without_session }: Hit): string =>
  `Договоров ${contracts}, с интернетом ${with_internet}, без сеанса сейчас ${without_session}`;

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
  show: {
    tell: ({ incident_id, cause, places, began_at, ended_at, hit, told }, zone) =>
      said(
        `Авария ${incident_id}: ${plain(cause)}, ${places.join('; ')}, ${when(began_at, zone)} — ${when(ended_at, zone)}`,
        hitText(hit),
        ...[told.title, ...told.paragraphs].map(plain),
        clock(zone),
      ),
  },
  places: {
    tell: ({ towns, districts, streets, houses }) =>
      said(
        `Города: ${towns.join(', ')}`,
        ...(districts.length > 0 ? [`Районы: ${districts.join(', ')}`] : []),
        ...(streets.length > 0 ? [`Улицы: ${streets.join(', ')}`] : []),
        ...houses.map(({ house, contracts }) => `${house}  договоров ${contracts}`),
      ),
  },
  publish: {
    tell: ({ incident_id, beside, rehearsed, hit, told }, zone) =>
      said(
        ...(rehearsed
          ? ['Аварии ещё нет, её увидели бы так', hitText(hit), ...[told.title, ...told.paragraphs].map(plain)]
          : [`Опубликовано, авария ${incident_id}`]),
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
    tell: ({ incident_id, planned_until, rehearsed, told }, zone) =>
      said(
        rehearsed
          ? `Срок был бы ${when(planned_until, zone)}`
          : `Авария ${incident_id}: срок ${when(planned_until, zone)}. Написали тем, у кого она тоже`,
        ...(rehearsed ? [told.title, ...told.paragraphs].map(plain) : []),
        clock(zone),
      ),
  },
  end: {
    tell: ({ incident_id, rehearsed, back }) =>
      said(
        rehearsed ? `Авария ${incident_id} ещё открыта` : `Авария ${incident_id} закрыта, деньги возвращаются`,
        ...(back === null
          ? []
          : [
              `Договоров ${back.contracts}, посчитали ${back.counted}: вернули бы ${rubles(back.amount)}, договорам: ${back.given}`,
            ]),
      ),
  },
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
