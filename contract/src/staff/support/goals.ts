import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { inAddress } from '../../kernel/call/wire.ts';
import { ServiceKind } from '../../support/support-shapes.ts';
import { Numbered, words } from '../inputs.ts';

/** A week: the table allows no later answer. */
const MOST_MINUTES = 10_080;
const MOST_PLACES = 1000;

const wholeUpTo = (most: number, what: string) => {
  const error = `${what}: целое число от 1 до ${most}`;
  return inAddress(z.int({ error, abort: true }).min(1, error).max(most, error));
};

const Name = words(60, 'Название');
const Question = words(100, 'Вопрос');
const Minutes = wholeUpTo(MOST_MINUTES, 'Минуты');
const Place = wholeUpTo(MOST_PLACES, 'Место');
const Kind = z.enum([...ServiceKind.options, 'any'], 'Услуга: internet, tv, sip, mail, telephone или any');
const Visit = z.enum(['yes', 'no'], 'Визит: yes или no');

const OPTIONS = {
  kind: 'услуга: internet, tv, sip, mail, telephone; any — о чём угодно',
  visit: 'можно ли выбрать время визита: yes или no',
  minutes: 'за сколько минут обещаем ответ',
  position: 'место в списке',
};

/** The goals of orders: what clients choose from, what each asks for, and how soon it is answered. */
export const goals = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/goals',
    summary: 'Goals of orders as clients see them, then the retired ones',
    roles: ['support', 'engineer', 'owner', 'admin', 'auditor'],
    command: { words: 'goals list', help: 'темы заявок' },
    result: z.array(
      z.object({
        goal_id: z.int(),
        name: z.string(),
        question: z.string(),
        service_kind: ServiceKind.nullable(),
        asks_visit: z.boolean(),
        answer_minutes: z.int(),
        position: z.int(),
        is_retired: z.boolean(),
        open_orders: z.int(),
      }),
    ),
  }),
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/goals/add',
    summary:
      'Adds a goal; without options it is about anything, offers no visit, promises an answer in 30 minutes and stands last',
    roles: ['admin'],
    command: {
      words: 'goals add',
      arguments: { name: 'название', question: 'что спросить у клиента' },
      options: OPTIONS,
      help: 'добавить тему заявок',
    },
    body: z.strictObject({
      name: Name,
      question: Question,
      kind: Kind.optional(),
      visit: Visit.optional(),
      minutes: Minutes.optional(),
      position: Place.optional(),
    }),
    result: z.object({ goal_id: z.int() }),
    problems: ['goal_named'],
  }),
  change: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/goals/change',
    summary: 'Changes what a goal asks for or promises; promises that were given stay. A retired goal comes back',
    roles: ['admin'],
    command: {
      words: 'goals change',
      arguments: { goal_id: 'тема' },
      options: { name: 'название', question: 'что спросить у клиента', ...OPTIONS },
      help: 'изменить тему; снятую — вернуть',
    },
    body: z.strictObject({
      goal_id: Numbered,
      name: Name.optional(),
      question: Question.optional(),
      kind: Kind.optional(),
      visit: Visit.optional(),
      minutes: Minutes.optional(),
      position: Place.optional(),
    }),
    result: z.object({ goal_id: z.int() }),
    problems: ['goal_unknown', 'goal_named'],
  }),
  retire: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/goals/retire',
    summary: 'Clients can no longer choose the goal; its orders go on',
    roles: ['admin'],
    command: { words: 'goals retire', arguments: { goal_id: 'тема' }, help: 'снять тему; её заявки остаются' },
    body: z.strictObject({ goal_id: Numbered }),
    result: z.object({ goal_id: z.int(), open_orders: z.int() }),
    problems: ['goal_unknown', 'goal_last'],
  }),
};
