import { z } from 'zod';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { operatorCall, type OperatorRole } from '../../kernel/call/staff-call.ts';
import { Count, DayText, inAddress, InstantText, Money } from '../../kernel/call/wire.ts';
import { SmallNumbered } from '../inputs.ts';
import { CountedSum } from '../money/cash-shapes.ts';
import {
  AUDIENCES,
  CATALOGUE_CHANGED,
  CatalogueKind,
  CatalogueState,
  FieldChange,
  ITEM,
  ITEM_ARGUMENTS,
  LISTED,
  SERVICE_KINDS,
  WRITTEN,
  WRITTEN_OPTIONS,
} from './catalogue-shapes.ts';

/** Contracts that may read another text, or get another speed, without a second person. */
export const CATALOGUE_ALONE = 1000;

const SEE: readonly OperatorRole[] = ['cashier', 'support', 'engineer', 'accountant', 'owner', 'auditor'];

const { name: Name, ...rest } = WRITTEN;
const MORE = {
  summary: rest.summary.optional(),
  description: rest.description.optional(),
  terms: rest.terms.optional(),
  badge: rest.badge.optional(),
  section: rest.section.optional(),
  mbit: rest.mbit.optional(),
  audience: rest.audience.optional(),
  gigabytes: rest.gigabytes.optional(),
  boxes: rest.boxes.optional(),
  channels: rest.channels.optional(),
};

const Version = inAddress(Count).optional().meta({
  description: 'The `version` that the change was decided on. If there is another by now: changed_meanwhile',
});

const PRICE_OF = z.object({
  from: DayText.nullable().meta({ description: 'null: the price before those that are kept with a day' }),
  price: Money,
  state: z.enum(['past', 'now', 'planned', 'withdrawn']),
  price_change_id: z.int().nullable(),
  by: z.string().nullable(),
  at: InstantText.nullable(),
  is_told: z.boolean().meta({ description: 'Whether all whom it concerns are told' }),
});

/** What is sold: plans, options and programs. */
export const catalogue = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/catalogue',
    summary: 'Plans, options and programs, also drafts and archived ones, each with its price and who has it',
    roles: SEE,
    command: {
      words: 'catalogue list',
      arguments: { kind: 'plan, option или program' },
      options: { state: 'draft — черновики, sold — в продаже, archived — архив', service: 'услуга' },
      help: 'каталог: что продаётся, что готовится, что в архиве и у скольких',
    },
    query: z.strictObject({
      kind: CatalogueKind.optional(),
      state: CatalogueState.optional(),
      service: z.enum([...SERVICE_KINDS, 'contract'], 'Такой услуги нет').optional(),
    }),
    result: z.array(
      z.object({
        ...LISTED,
        coming: z.object({ price: Money, from: DayText }).nullable(),
      }),
    ),
  }),
  show: operatorCall({
    method: 'GET',
    path: '/staff/v1/catalogue/item',
    summary: 'One thing of the catalogue: what clients read, its prices over time, who has it',
    roles: SEE,
    command: { words: 'catalogue show', arguments: ITEM_ARGUMENTS, help: 'тариф, опция или услуга: тексты и цены' },
    query: z.strictObject(ITEM),
    result: z.object({
      ...LISTED,
      version: z.int(),
      fields: z.array(z.object({ field: z.string(), value: z.string().nullable() })).meta({
        description: 'What can be edited of it',
      }),
      audience: z.enum(AUDIENCES),
      prices: z.array(PRICE_OF).meta({ description: 'By day, the oldest first' }),
      notice_days: z.int().meta({ description: 'A dearer price is told so many days before' }),
    }),
    problems: ['catalogue_unknown'],
  }),
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/catalogue/add',
    summary: 'Adds a draft with its first price: nobody can take it until it is put on sale',
    roles: ['accountant'],
    command: {
      words: 'catalogue add',
      arguments: { kind: 'plan, option или program', name: 'название', price: 'цена' },
      options: {
        service: 'услуга: internet, tv, telephone, sip, mail; у program ещё contract — на весь договор',
        plan_id: 'тариф, к которому опция',
        unit: 'month или day',
        ...WRITTEN_OPTIONS,
        ...DRY_RUN,
      },
      help: 'завести черновик тарифа, опции или услуги; в продажу — catalogue restore',
    },
    body: rehearsable({
      kind: CatalogueKind,
      name: Name,
      price: CountedSum,
      service: z.enum([...SERVICE_KINDS, 'contract'], 'Такой услуги нет').optional(),
      plan_id: SmallNumbered.optional(),
      unit: z.enum(['month', 'day'], 'Цена за month или day').default('month'),
      ...MORE,
    }),
    result: z.object(CATALOGUE_CHANGED),
    problems: ['catalogue_named', 'catalogue_unknown'],
  }),
  edit: operatorCall({
    method: 'POST',
    path: '/staff/v1/catalogue/edit',
    summary: 'Changes what clients read, or the speed, which the network gets at once; a price only of a draft',
    roles: ['engineer', 'accountant'],
    second: CATALOGUE_ALONE,
    counts: 'contracts',
    command: {
      words: 'catalogue edit',
      arguments: ITEM_ARGUMENTS,
      options: {
        name: 'название',
        ...WRITTEN_OPTIONS,
        price: 'цена черновика; остальным цену меняет prices plan',
        version: 'версия из catalogue show: если изменили, отказать',
        ...DRY_RUN,
      },
      help: 'изменить название, тексты, скорость, каналы; инженер меняет скорость и каналы',
    },
    body: rehearsable({
      ...ITEM,
      name: Name.optional(),
      ...MORE,
      price: CountedSum.optional(),
      version: Version,
    }),
    result: z.object({ ...CATALOGUE_CHANGED, version: z.int(), changes: z.array(FieldChange) }),
    problems: ['catalogue_named', 'catalogue_unknown', 'changed_meanwhile', 'nothing_changes', 'second_person_needed'],
  }),
  archive: operatorCall({
    method: 'POST',
    path: '/staff/v1/catalogue/archive',
    summary: 'Takes it from sale: nobody can take it any more, who has it keeps it at its price',
    roles: ['accountant'],
    command: {
      words: 'catalogue archive',
      arguments: ITEM_ARGUMENTS,
      options: DRY_RUN,
      help: 'снять с продажи: у кого есть, остаётся',
    },
    body: rehearsable(ITEM),
    result: z.object(CATALOGUE_CHANGED),
    problems: ['catalogue_unknown', 'catalogue_refused'],
  }),
  restore: operatorCall({
    method: 'POST',
    path: '/staff/v1/catalogue/restore',
    summary: 'Puts a draft, or what is archived, on sale',
    roles: ['accountant'],
    command: {
      words: 'catalogue restore',
      arguments: ITEM_ARGUMENTS,
      options: DRY_RUN,
      help: 'выпустить черновик в продажу или вернуть из архива',
    },
    body: rehearsable(ITEM),
    result: z.object(CATALOGUE_CHANGED),
    problems: ['catalogue_unknown', 'catalogue_refused', 'catalogue_named'],
  }),
};
