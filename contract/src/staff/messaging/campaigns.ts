import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { CatalogueId, inAddress, EmailText, InstantText, PhoneText, text } from '../../kernel/call/wire.ts';
import { DEBT_BANDS } from '../../kernel/debt-band.ts';
import { SmallNumbered, words } from '../inputs.ts';

/** Contracts of one message to many that need no second person. */
const SENT_ALONE = 500;

const SERVICES = ['internet', 'tv', 'sip', 'mail', 'telephone'] as const;

/** Whom; what is not named leaves nobody out. */
const filter = {
  town: text(100).optional(),
  street: text(200).optional().meta({ description: 'Of the town' }),
  plan_id: inAddress(CatalogueId).optional(),
  service: z.enum(SERVICES).optional().meta({ description: 'Contracts that have such a service' }),
  debt: z
    .enum(['any', ...DEBT_BANDS])
    .optional()
    .meta({ description: 'Who owes: any, up to 7 days, 8–30, 31–90, older' }),
};

const Written = {
  title: words(100, 'Заголовок'),
  text: words(2000, 'Текст'),
};

const Ways = z.array(z.object({ way: z.string(), count: z.int() })).meta({
  description: 'Messages by channel: portal, sms, mail …',
});

const State = z.enum(['sending', 'done', 'stopped']);

/** Messages to many subscribers: news, and what concerns the service. */
export const campaigns = {
  send: operatorCall({
    method: 'POST',
    path: '/staff/v1/campaigns/send',
    summary: 'Sends a message to many subscribers, each once, by a job; above 500 with a second person',
    roles: ['accountant'],
    command: {
      words: 'campaign send',
      arguments: { kind: 'news или service', title: 'заголовок', text: 'текст' },
      options: {
        channel: 'portal — только в кабинет, all — и всеми каналами абонента',
        town: 'город',
        street: 'улица города',
        plan_id: 'тариф',
        service: 'услуга: internet, tv, sip, mail, telephone',
        debt: 'должники: any, week, month, quarter, older',
        ...DRY_RUN,
      },
      help: 'разослать сообщение: кому, сколько и чем; прогон ничего не отправляет',
    },
    body: rehearsable({
      kind: z.enum(['news', 'service'], 'Назовите news или service').meta({
        description: 'news: only to who has switched them on; service: what concerns the service itself',
      }),
      ...Written,
      channel: z.enum(['portal', 'all']).default('all'),
      ...filter,
    }),
    result: z.object({
      rehearsed: z.boolean(),
      campaign_id: z.int(),
      recipients: z.int(),
      without_news: z.int().meta({ description: 'Who wants no news, and gets none' }),
      ways: Ways,
      sms_parts: z
        .int()
        .meta({ description: 'What the gateway counts: a text in parts of 70 or 67 signs, times its messages' }),
      quiet_until: InstantText.nullable().meta({
        description: 'Quiet hours now: what wakes people waits until then, or until the end of their own',
      }),
      sms: z.string().meta({ description: 'As a text message says it' }),
    }),
    problems: ['nobody_to_tell', 'town_unknown', 'message_just_sent', 'second_person_needed'],
    second: SENT_ALONE,
    counts: 'contracts',
  }),
  test: operatorCall({
    method: 'POST',
    path: '/staff/v1/campaigns/test',
    summary: 'Sends the message to one phone or mailbox: how it looks to who gets it',
    roles: ['accountant'],
    command: {
      words: 'campaign test',
      arguments: { title: 'заголовок', text: 'текст' },
      options: { phone: 'на телефон', email: 'или на почту' },
      help: 'отправить сообщение себе: так его увидит абонент',
    },
    body: z.strictObject({ ...Written, phone: PhoneText.optional(), email: EmailText.optional() }),
    result: z.object({ way: z.enum(['sms', 'mail']) }),
  }),
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/campaigns/list',
    summary: 'The latest messages to many subscribers, how far each is sent and by which channels',
    roles: ['accountant', 'owner', 'auditor'],
    command: { words: 'campaign list', help: 'рассылки: кому, сколько отправлено, чем' },
    result: z.array(
      z.object({
        campaign_id: z.int(),
        kind: z.enum(['news', 'service']),
        title: z.string(),
        channel: z.enum(['portal', 'all']),
        made_by: z.string(),
        made_at: InstantText,
        recipients: z.int(),
        sent: z.int(),
        ways: Ways,
        state: State,
      }),
    ),
  }),
  stop: operatorCall({
    method: 'POST',
    path: '/staff/v1/campaigns/stop',
    summary: 'Stops a message to many: who has not got it gets none',
    roles: ['accountant'],
    command: { words: 'campaign stop', arguments: { campaign_id: 'номер' }, help: 'остановить рассылку' },
    body: z.strictObject({ campaign_id: SmallNumbered }),
    result: z.object({ campaign_id: z.int(), sent: z.int() }),
    problems: ['campaign_over'],
  }),
  choices: operatorCall({
    method: 'GET',
    path: '/staff/v1/campaigns/choices',
    summary: 'Towns with their streets, and plans, of which a filter can be made',
    roles: ['accountant', 'owner', 'auditor'],
    command: { words: 'campaign choices', help: 'из чего выбрать, кому писать: города, улицы, тарифы' },
    result: z.object({
      towns: z.array(z.object({ name: z.string(), streets: z.array(z.string()) })),
      plans: z.array(z.object({ plan_id: z.int(), name: z.string() })),
    }),
  }),
};
