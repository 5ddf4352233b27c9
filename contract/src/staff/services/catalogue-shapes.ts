import { z } from 'zod';
import { inAddress, Money, text } from '../../kernel/call/wire.ts';
import { SmallNumbered, words } from '../inputs.ts';

export const SERVICE_KINDS = ['internet', 'tv', 'telephone', 'sip', 'mail'] as const;
export const AUDIENCES = ['home', 'office'] as const;

export const CatalogueKind = z.enum(['plan', 'option', 'program'], { error: 'Нужно одно из: plan, option, program' });
export const CatalogueState = z.enum(['draft', 'sold', 'archived']).meta({
  description: 'draft: never sold yet; archived: not sold any more, who has it keeps it',
});

/** A row of the catalogue, named as a call names it. */
export const ITEM = { kind: CatalogueKind, id: SmallNumbered };
export const ITEM_ARGUMENTS = { kind: 'plan, option или program', id: 'номер' } as const;

const whole = (most: number, what: string) => {
  const error = `${what}: целое число от 1 до ${most}`;
  return inAddress(z.int({ error, abort: true }).min(1, error).max(most, error));
};

const MOST_MBIT = 100_000;
const MOST_GIGABYTES = 10_000;
const MOST_BOXES = 1000;

const WRONG_CHANNELS = 'Каналы пишутся так: 1,2,10-20';
const ascends = (part: string): boolean => {
  const [first = 0, last = first] = part.split('-').map(Number);
  return first <= last;
};

/** `1,2,10-20`, of the numbers on the remote. */
const Channels = text(1000)
  .regex(/^(?:\d{1,4}(?:-\d{1,4})?(?:, ?\d{1,4}(?:-\d{1,4})?){0,199})?$/, WRONG_CHANNELS)
  .refine((typed) => typed.split(',').every(ascends), WRONG_CHANNELS)
  .meta({ examples: ['1,2,10-20'] });

/** What can be written about a thing of the catalogue; each kind has some of these fields. */
export const WRITTEN = {
  name: words(100, 'Название'),
  summary: text(500).trim().meta({ description: 'One line beside the name' }),
  description: text(5000).trim(),
  terms: text(20_000).trim().meta({ description: 'The offer that a client agrees to' }),
  badge: text(40).trim().meta({ description: 'Empty: none' }),
  section: text(60).trim(),
  mbit: whole(MOST_MBIT, 'Скорость'),
  audience: z.enum(AUDIENCES, 'Кому: home или office'),
  gigabytes: whole(MOST_GIGABYTES, 'Гигабайты'),
  boxes: whole(MOST_BOXES, 'Ящики'),
  channels: Channels,
} as const;

export type CatalogueField = keyof typeof WRITTEN;

/** How the fields are typed. */
export const WRITTEN_OPTIONS = {
  summary: 'строка рядом с названием',
  description: 'описание',
  terms: 'условия, с которыми соглашается абонент',
  badge: 'пометка: «Новинка»',
  section: 'раздел списка услуг',
  mbit: 'скорость, Мбит/с',
  audience: 'кому: home или office',
  gigabytes: 'ящик почты, ГБ',
  boxes: 'сколько ящиков',
  channels: 'номера телеканалов: 1,2,10-20',
} as const;

/** A thing of the catalogue in a list. */
export const LISTED = {
  kind: CatalogueKind,
  id: z.int(),
  service: z.enum([...SERVICE_KINDS, 'contract']).meta({ description: 'contract: sold to the whole contract' }),
  name: z.string(),
  plan: z.string().nullable().meta({ description: 'Of an option: the plan that has it' }),
  plan_id: z.int().nullable(),
  state: CatalogueState,
  unit: z.enum(['month', 'day']),
  price: Money,
  contracts: z.int().meta({ description: 'Contracts that have it, or will' }),
};

/** A field that a change writes, before and after. */
export const FieldChange = z.object({
  field: z.string(),
  was: z.string().nullable(),
  will: z.string().nullable(),
});

/** What each change of the catalogue answers. */
export const CATALOGUE_CHANGED = {
  rehearsed: z.boolean().meta({ description: 'Nothing was changed' }),
  kind: CatalogueKind,
  id: z.int(),
  name: z.string(),
  state: CatalogueState,
  contracts: z.int().meta({ description: 'Contracts that have it: whom it concerns' }),
  notes: z.array(z.string()).meta({ description: 'What else is to be done, or known' }),
};
