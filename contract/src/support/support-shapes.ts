import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { LARGEST_FILE, MOST_FILES } from '../kernel/file.ts';
import { Id, inAddress, InstantText, text, wholeNumber } from '../kernel/call/wire.ts';
import { BlockReason } from '../shapes.ts';

export const ServiceKind = z.enum(['internet', 'tv', 'sip', 'mail', 'telephone']);

export const OrderState = z.enum(['new', 'accepted', 'in_progress', 'waiting_client', 'done', 'cancelled']);
const Author = z.enum(['client', 'provider', 'portal']);

/** An order that a request names. */
export const AskedOrder = askedId('order', Id);
export const AskedOrderInAddress = askedId('order', inAddress(Id));

const NO_SUCH_FILE = 'Такого файла нет. Приложите его заново';
/** Bytes of the largest body: the largest file in base64, and its name. */
export const LARGEST_UPLOAD = Math.ceil((LARGEST_FILE * 4) / 3) + 4096;
export const FileContent = z
  .string()
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Файл повреждён. Приложите его заново')
  .max(LARGEST_UPLOAD, 'Файл больше 10 МБ. Приложите поменьше')
  .meta({ description: 'Base64', examples: ['iVBORw0KGgo='] });

/** A file that a request names. */
export const AskedFile = askedId('file', z.uuid(NO_SUCH_FILE).max(36));

/** Words of a client: not empty. */
export const Words = (most: number, empty: string) => text(most).trim().min(1, empty);

export const Files = z.array(AskedFile).max(MOST_FILES, `Не больше ${MOST_FILES} файлов за раз`).default([]);

export const Span = z.object({ from: InstantText, to: InstantText });

export const Order = z.object({
  order_id: z.int(),
  goal: z.string(),
  text: z.string(),
  state: OrderState,
  created_at: InstantText,
  updated_at: InstantText,
  visit: Span.nullable(),
  arrives_at: InstantText.nullable().meta({ description: 'When the master who is on his way will be there' }),
  answer_by: InstantText.nullable().meta({
    description: 'Until when an answer is promised; null when the client waits for none',
  }),
  late_times: z.int().meta({ description: 'How many promised times have passed without an answer' }),
  rating: z.int().nullable(),
  last: z.object({ author: Author, text: z.string() }).nullable().meta({ description: 'The last thing said' }),
});

export const File = z.object({
  file_id: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
});

export const Event = z.object({
  event_id: z.int(),
  order_id: z.int(),
  kind: z.enum(['state', 'message', 'visit', 'rating', 'late']),
  state: OrderState,
  author: Author,
  author_name: z.string().nullable(),
  text: z.string(),
  happened_at: InstantText,
  files: z.array(File),
});

/** Whether an action is possible now; if not, why. */
export const Possible = z.object({ possible: z.boolean(), reason: z.string().nullable() });

export const Slot = z.object({
  slot_id: z.int(),
  from: InstantText,
  to: InstantText,
  is_free: z.boolean(),
});

/** One step of the check of a service. */
export const Check = z.object({
  what: z.enum([
    'debt',
    'incident',
    'locked',
    'paused',
    'blocked',
    'applied',
    'line',
    'speed',
    'space',
    'spending',
    'phones',
    'tried',
  ]),
  ok: z.boolean().nullable().meta({ description: 'Null: it proves nothing, as a low speed over Wi-Fi' }),
  title: z.string(),
  value: z.string().nullish().meta({ description: 'Beside the title, short: «на счёте 872,30 ₽», «с 12:30»' }),
  detail: z.string().nullable(),
  /** The button that leads to the cure; `to` is a path below `/lk`. */
  cure: z.object({ text: z.string(), to: z.string() }).nullable(),
});

/** The first cause that a check has found; `none` when it has found none. A block has the name of its reason. */
export const Cause = z.enum([
  'none',
  'incident',
  ...BlockReason.options,
  'paused',
  'connecting',
  'closed',
  'applying',
  'line',
  'wrong_password',
  'second_device',
  'nas_silent',
  'slow',
  'full',
  'spent',
  'no_phone',
]);

export const Rating = wholeNumber(1, 5, 'Поставьте от 1 до 5');
