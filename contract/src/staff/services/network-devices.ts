import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { SmallNumbered, words } from '../inputs.ts';
import { SEE_NETWORK } from './network-profiles.ts';
import { CoaPort, DeviceAddress, DeviceKind, DeviceSecret, InterimSeconds, TEMPLATE } from './network-shapes.ts';

const Lines = z.enum(['login', 'line'], 'Линии: login или line').meta({
  description:
    'login: clients sign in with a password; line: the line alone tells who it is. Never both on one address',
});

const DEVICE = z.object({
  nas_id: z.int(),
  name: z.string(),
  ip: z.string(),
  kind: DeviceKind,
  lines: Lines,
  coa_port: z.int(),
  interim_seconds: z.int(),
  has_gigawords: z.boolean().meta({ description: 'Whether its counters are of 64 bits' }),
});

const MORE = {
  coa_port: CoaPort.optional(),
  interim_seconds: InterimSeconds.optional(),
};
const MORE_OPTIONS = {
  coa_port: 'порт CoA; обычно 3799',
  interim_seconds: 'секунды между отчётами о сеансе; обычно 300',
} as const;

/** Devices of access (NAS): who may ask RADIUS. */
export const networkDevices = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/nas',
    summary: 'Devices of access that may ask RADIUS; never their secrets',
    roles: SEE_NETWORK,
    command: { words: 'network nas', help: 'оборудование доступа: кто может спрашивать RADIUS' },
    result: z.array(DEVICE),
  }),
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/nas/add',
    summary: 'Adds a device of access; FreeRADIUS knows it within ten minutes without a restart',
    roles: ['engineer'],
    command: {
      words: 'network nas-add',
      arguments: { ip: 'адрес, с которого спрашивает', kind: 'вид', name: 'название', secret: 'общий секрет' },
      options: { lines: 'login — входят по паролю, line — по линии', ...MORE_OPTIONS },
      help: 'добавить оборудование доступа: mikrotik, accel-ppp, cisco, huawei или juniper',
    },
    body: z.strictObject({
      ip: DeviceAddress,
      kind: DeviceKind,
      name: words(60, 'Название'),
      secret: DeviceSecret,
      lines: Lines.default('login'),
      ...MORE,
    }),
    result: DEVICE,
    problems: ['nas_named'],
  }),
  edit: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/nas/edit',
    summary: 'Changes a device of access; FreeRADIUS knows another secret within ten minutes',
    roles: ['engineer'],
    command: {
      words: 'network nas-edit',
      arguments: { nas_id: 'номер из network nas' },
      options: {
        name: 'название',
        kind: 'вид',
        lines: 'login или line',
        secret: 'новый секрет',
        gigawords: 'no — счётчики до 4 ГиБ, без Acct-…-Gigawords',
        ...MORE_OPTIONS,
      },
      help: 'изменить оборудование доступа',
    },
    body: z.strictObject({
      nas_id: SmallNumbered,
      name: words(60, 'Название').optional(),
      kind: DeviceKind.optional(),
      lines: Lines.optional(),
      secret: DeviceSecret.optional(),
      gigawords: z.enum(['yes', 'no'], 'gigawords: yes или no').optional(),
      ...MORE,
    }),
    result: DEVICE,
    problems: ['nas_unknown'],
  }),
  remove: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/nas/remove',
    summary: 'Removes a device of access: it gets no answer any more',
    roles: ['engineer'],
    command: {
      words: 'network nas-remove',
      arguments: { nas_id: 'номер из network nas' },
      help: 'убрать оборудование доступа: ответа оно больше не получит',
    },
    body: z.strictObject({ nas_id: SmallNumbered }),
    result: DEVICE,
    problems: ['nas_unknown'],
  }),
  key: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/key',
    summary: 'The key by which FreeRADIUS opens passwords: only on the server itself',
    roles: [],
    command: {
      words: 'network key',
      help: 'ключ для FreeRADIUS: им он открывает пароли услуг; только на самом сервере',
    },
    result: z.object({ radius_key: z.string().meta({ secret: true }) }),
  }),
};

const WRITTEN = z.object({ template_id: z.int(), ...TEMPLATE });

/** What devices are told, attribute by attribute. */
export const networkTemplates = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/templates',
    summary: 'What each kind of device is told: attributes with their values, in order',
    roles: SEE_NETWORK,
    command: {
      words: 'network templates',
      arguments: { kind: 'вид' },
      help: 'шаблоны ответов оборудованию: атрибуты и значения',
    },
    query: z.strictObject({ kind: DeviceKind.optional() }),
    result: z.array(WRITTEN),
  }),
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/templates/add',
    summary: 'Adds an attribute to what a kind of device is told; all replies are made anew',
    roles: ['engineer'],
    command: {
      words: 'network template-add',
      arguments: {
        kind: 'вид',
        when: 'always, open, payment_page_only или option:код',
        attribute: 'атрибут',
        value: 'значение',
      },
      options: { place: 'accept, coa или both', op: ':= — один, += — ещё один' },
      help: 'добавить атрибут в ответ оборудованию; в значении можно {down_kbit}, {up_kbit}, {pool}, {address} и другие',
    },
    body: z.strictObject({ ...TEMPLATE, place: TEMPLATE.place.default('both'), op: TEMPLATE.op.default(':=') }),
    result: WRITTEN,
    problems: ['template_wrong'],
  }),
  remove: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/templates/remove',
    summary: 'Removes an attribute from what a kind of device is told; all replies are made anew',
    roles: ['engineer'],
    command: {
      words: 'network template-remove',
      arguments: { template_id: 'номер из network templates' },
      help: 'убрать атрибут из ответа оборудованию',
    },
    body: z.strictObject({ template_id: SmallNumbered }),
    result: WRITTEN,
    problems: ['template_unknown'],
  }),
};
