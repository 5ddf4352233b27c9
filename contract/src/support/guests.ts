import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call, HOUR } from '../kernel/call/call.ts';
import { CallablePhone, CatalogueId, DayText, Id, inAddress, InstantText, Money, text } from '../kernel/call/wire.ts';
import { NewPrice } from '../shapes.ts';
import { ServiceKind, Span, Words } from './support-shapes.ts';

const House = text(20)
  .trim()
  .regex(
    /^\d{1,3}[а-яёa-z]?(?:[/-]\d{1,3}[а-яёa-z]?)?(?: ?(?:к|корп|с|стр)\.? ?\d{1,3})?$/i,
    'Напишите номер дома: 33, 12а, 5/2, 7 к. 1',
  )
  .meta({ examples: ['33'] });

/** The start of a window of calls. */
const Start = text(30)
  .regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'Выберите время из списка')
  .meta({ examples: ['2026-11-20T11:00:00.000Z'] });

/** Agreement to keep and use the number: the version of the text that was shown. */
const Consent = text(40).meta({ description: '`consent.version` of `get-cont`', examples: ['2026-01'] });

const CallBack = z.object({
  call_back_id: z.int(),
  phone: z.string().meta({ description: 'Masked' }),
  topic: z.string(),
  call: Span.meta({ description: 'The promised time; a promise that is not kept is replaced once' }),
  state: z.enum(['waiting', 'taken', 'called', 'no_answer', 'refused', 'withdrawn', 'ended']).meta({
    description: '`withdrawn`: by the client, before we called; `ended`: it ended, and nobody wrote down how',
  }),
  late_times: z.int().meta({ description: 'How many promised times have passed without a call' }),
  note: z.string().nullable().meta({ description: 'What was agreed' }),
  done_at: InstantText.nullable(),
});

/** The secret that only the browser that asked for the call has: it came with the reply. */
const Key = text(60)
  .regex(/^[\w-]{43}$/, 'Такого звонка нет')
  .meta({ examples: ['Zm9yLXRoZS1kb2N1bWVudGF0aW9uLW9ubHktMTIzNDU'] });

const Withdrawn = z.object({
  again_at: InstantText.nullable().meta({ description: 'When this number can be given again; null: at once' }),
});

const Coverage = z.enum(['connected', 'planned', 'none']);

/** Calls of people who may have no contract. */
export const guests = {
  getCont: call({
    method: 'GET',
    path: '/v2/support/get-cont',
    // A subscriber gets his contacts masked.
    members: ['payer', 'technician', 'full'],
    summary: 'Contacts of the provider and of the client',
    access: 'guest',
    result: z.object({
      phones: z.array(z.object({ label: z.string(), phone: z.string() })),
      email: z.string(),
      office: z.object({ address: z.string(), hours: z.string() }),
      own: z
        .object({ phone: z.string().nullable(), email: z.string().nullable() })
        .nullable()
        .meta({ description: 'Confirmed contacts of the client, masked; null for a guest' }),
      consent: z
        .object({ version: z.string(), text: z.string() })
        .meta({ description: 'What one agrees to who leaves a number' }),
    }),
  }),
  callBackTimes: call({
    method: 'GET',
    path: '/v2/support/call-back-times',
    members: ['payer', 'technician', 'full'],
    summary: 'When we can call: now, and the windows of today and tomorrow',
    access: 'guest',
    result: z.array(Span),
  }),
  callBack: call({
    method: 'POST',
    path: '/v2/support/call-back',
    members: ['payer', 'technician', 'full'],
    summary: 'Request a call-back; one open request per number',
    access: 'guest',
    outdates: ['support', 'notice'],
    body: z.strictObject({
      phone: CallablePhone,
      when: Start.optional().meta({ description: 'The start of one of `call-back-times`; by default the first' }),
      topic: text(100).default('Другое'),
      consent: Consent,
    }),
    result: z.object({
      phone: z.string(),
      call: Span,
      key: z.string().nullable().meta({
        description:
          'With this key the browser sees and withdraws the call; null: the contract already waits for a call to this number',
      }),
    }),
    problems: ['consent_changed', 'call_back_time_gone', 'call_back_too_often', 'call_back_missed'],
  }),
  askedCall: call({
    method: 'POST',
    path: '/v2/support/asked-call',
    members: ['payer', 'technician', 'full'],
    summary: 'The call that this browser has asked for',
    access: 'guest',
    effect: 'read',
    body: z.strictObject({ key: Key }),
    result: CallBack.omit({ call_back_id: true }),
    problems: ['not_found'],
  }),
  withdrawAskedCall: call({
    method: 'POST',
    path: '/v2/support/withdraw-asked-call',
    members: ['payer', 'technician', 'full'],
    summary: 'Withdraw the call that this browser has asked for, until it has been made; twice is once',
    access: 'guest',
    outdates: ['support'],
    body: z.strictObject({ key: Key }),
    result: Withdrawn,
    problems: ['call_back_over', 'not_found'],
  }),
  withdrawCall: call({
    method: 'POST',
    path: '/v2/support/withdraw-call',
    members: ['technician', 'full'],
    summary: 'Withdraw a call of the client until it has been made; twice is once',
    outdates: ['support'],
    body: z.strictObject({ call_back_id: askedId('call_back', Id) }),
    result: Withdrawn,
    problems: ['call_back_over'],
  }),
  getCallBacks: call({
    method: 'GET',
    path: '/v2/support/get-call-backs',
    members: ['technician', 'full'],
    summary: 'Calls that the client asked for: open ones, and those that ended within thirty days',
    result: z.array(CallBack),
  }),
  cityList: call({
    method: 'GET',
    path: '/v2/support/city-list',
    members: ['payer', 'technician', 'full'],
    summary: 'Cities, the provider’s first one first',
    access: 'guest',
    result: z.array(z.object({ city_id: z.int(), city_name: z.string() })),
    freshFor: 24 * HOUR,
  }),
  streetList: call({
    method: 'GET',
    path: '/v2/support/street-list',
    members: ['payer', 'technician', 'full'],
    summary: 'Streets of a city by the start of a word of the name; at most twenty',
    access: 'guest',
    query: z.strictObject({ city_id: inAddress(CatalogueId), q: text(60).default('') }),
    result: z.array(z.object({ street_id: z.int(), name: z.string(), district: z.string().nullable() })),
  }),
  coverage: call({
    method: 'GET',
    path: '/v2/support/coverage',
    members: ['payer', 'technician', 'full'],
    summary: 'Whether the network reaches a house, and which plans are possible there',
    access: 'guest',
    query: z.strictObject({ street_id: inAddress(CatalogueId), house: House }),
    result: z.object({
      state: Coverage,
      ready_on: DayText.nullable().meta({ description: 'The first day of a planned house' }),
      waiting: z.int().meta({ description: 'Open requests from this house' }),
      first_visit: InstantText.nullable().meta({ description: 'The first free window of a master' }),
      plans: z.array(
        z.object({
          plan_id: z.int(),
          service_kind: ServiceKind,
          name: z.string(),
          summary: z.string(),
          price: Money,
          new_price: NewPrice,
          unit: z.enum(['month', 'day']),
          possible: z.boolean(),
          reason: z.string().nullable(),
        }),
      ),
    }),
  }),
  newClient: call({
    method: 'POST',
    path: '/v2/support/new-client',
    members: ['payer', 'technician', 'full'],
    summary: 'Register as a new client; one open request per number',
    access: 'guest',
    outdates: [],
    body: z.strictObject({
      name: Words(100, 'Напишите, как к вам обращаться'),
      phone: CallablePhone,
      city: CatalogueId.meta({ description: '`city_id` of `city-list`' }),
      street: Words(100, 'Напишите улицу'),
      house: House,
      flat: text(10).trim().optional(),
      services: z
        .array(ServiceKind)
        .min(1, 'Выберите хотя бы одну услугу')
        .max(ServiceKind.options.length, 'Каждую услугу — один раз'),
      plan_id: CatalogueId.optional(),
      consent: Consent,
    }),
    result: z.object({ coverage: Coverage, phone: z.string() }),
    problems: ['consent_changed', 'new_client_too_often', 'plan_not_here'],
  }),
};
