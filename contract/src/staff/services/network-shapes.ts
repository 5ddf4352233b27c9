import { z } from 'zod';
import { inAddress, text } from '../../kernel/call/wire.ts';

const number = (least: number, most: number, what: string) => {
  const error = `${what}: целое число от ${least} до ${most}`;
  return inAddress(z.int({ error, abort: true }).min(least, error).max(most, error));
};

const Kbit = number(1, 100_000_000, 'Скорость, кбит/с');

/** A pool or a filter, as the devices of access name it. */
const DeviceWord = text(60)
  .regex(/^[A-Za-z0-9_.:-]{1,60}$/, 'Имя: латинские буквы, цифры и знаки _ . : -')
  .meta({ examples: ['main'] });

/** What a profile may say of a line; what is left out is not said. */
const SPEED = { down: Kbit.optional(), up: Kbit.optional() };
const WORDS = { pool: DeviceWord.optional(), filter: DeviceWord.optional() };
export const PLAN_PROFILE = {
  ...SPEED,
  burst_down: Kbit.optional(),
  burst_up: Kbit.optional(),
  burst_seconds: number(1, 3600, 'Секунды ускорения').optional(),
  night: text(11)
    .regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]-(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'Ночь пишется так: 23:00-07:00')
    .optional()
    .meta({ examples: ['23:00-07:00'] }),
  night_down: Kbit.optional(),
  night_up: Kbit.optional(),
  ...WORDS,
  session_seconds: number(300, 2_592_000, 'Секунды сеанса').optional(),
};
export const OPTION_PROFILE = { ...SPEED, ...WORDS };
export const PROFILE_OPTIONS = {
  down: 'кбит/с к абоненту; без неё — скорость из каталога',
  up: 'кбит/с от абонента',
  pool: 'пул адресов, как его зовёт оборудование',
  filter: 'фильтр, как его зовёт оборудование',
} as const;

export const OptionCode = text(30)
  .regex(/^[a-z0-9_-]{1,30}$/, 'Код опции: латинские буквы, цифры, _ и -')
  .meta({ examples: ['turbo'] });

const DEVICE_KINDS = ['mikrotik', 'accel-ppp', 'cisco', 'huawei', 'juniper'] as const;
export const DeviceKind = z.enum(DEVICE_KINDS, `Вид: ${DEVICE_KINDS.join(', ')}`);

export const DeviceAddress = z
  .ipv4('Адрес пишется так: 10.0.0.1')
  .max(15)
  .meta({ examples: ['10.0.0.1'] });

export const Circuit = text(120)
  .regex(
    /^[A-Za-z0-9@._:/+#,;|()-](?:[A-Za-z0-9@._:/+#,;|() -]{0,118}[A-Za-z0-9@._:/+#,;|()-])?$/,
    'Порт: латинские буквы, цифры, пробелы и знаки . : / - +',
  )
  .meta({ examples: ['olt-3 eth 0/1/2:101'] });

const WRONG_MAC = 'MAC пишется так: a4:5e:60:c1:22:33';
export const Mac = text(17)
  // One sign between all pairs, or none: PostgreSQL reads no mixture.
  .regex(/^(?:[\da-f]{2}(?::[\da-f]{2}){5}|[\da-f]{2}(?:-[\da-f]{2}){5}|[\da-f]{12})$/i, WRONG_MAC)
  .meta({ examples: ['a4:5e:60:c1:22:33'] });

export const Sessions = number(1, 16, 'Устройств сразу');
export const CoaPort = number(1, 65_535, 'Порт CoA');
export const InterimSeconds = number(60, 3600, 'Секунды между отчётами');
/** Printable and without the signs that configurations read as their own. */
export const DeviceSecret = text(64)
  .regex(/^[!#-&(-[\]-_a-~]{8,64}$/, 'Секрет: от 8 до 64 знаков без пробелов, кавычек и обратной черты')
  .meta({ secret: true, examples: ['a-shared-secret'] });

/** One attribute of a reply to a device. */
export const TEMPLATE = {
  kind: DeviceKind,
  when: text(37)
    .regex(
      /^(?:always|open|payment_page_only|option:[a-z0-9_-]{1,30})$/,
      'Когда: always, open, payment_page_only или option:код',
    )
    .meta({ examples: ['open'] }),
  attribute: text(64)
    .regex(/^[A-Za-z0-9:-]{1,64}$/, 'Имя атрибута, как в словаре FreeRADIUS')
    .meta({ examples: ['Framed-MTU'] }),
  value: text(200)
    .regex(/^[^"'`\\%]{1,200}$/, 'Значение: без кавычек, %, обратной черты')
    .meta({ examples: ['1492'] }),
  place: z.enum(['accept', 'coa', 'both'], 'Где: accept, coa или both'),
  op: z.enum([':=', '+='], 'Как: := или +='),
};
