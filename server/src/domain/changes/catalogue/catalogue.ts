import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { CatalogueField } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { lockSold } from '../price/price.queries.ts';
import type { SoldKind } from '../price/sold.rules.ts';
import { catalogueRow, detailRow, isNameTaken, type CatalogueRow, type CatalogueThing } from './catalogue.queries.ts';
import { channelNumbers, channelRanges } from './channel-numbers.rules.ts';
import { catalogueFields, nothingIn, stateOf, type CatalogueService, type CatalogueValues } from './fields.rules.ts';
import { orderServicesJob } from './jobs.ts';
import { versionOfValues } from './values-version.ts';
import {
  insertDraft,
  insertFirstPrice,
  priceDraft,
  writeChannels,
  writeState,
  writeValues,
  type NewThing,
} from './write.queries.ts';

interface Setting {
  readonly today: Day;
  readonly now: Date;
  /** The name of the operator. */
  readonly by: string;
}

/** A thing of the catalogue, with what is written about it. */
export interface KnownThing {
  readonly row: CatalogueRow;
  readonly values: CatalogueValues;
  readonly fields: readonly CatalogueField[];
  readonly version: number;
}

export type WantedValues = Partial<Record<CatalogueField, string>>;

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));

export async function knownThing(tx: Tx, thing: CatalogueThing, today: Day): Promise<KnownThing> {
  const row = await catalogueRow(tx, thing, today);
  if (!row) throw new Problem('catalogue_unknown');
  const { channels, mbit, gigabytes, boxes, ...texts } = await detailRow(tx, thing);
  const { name, audience, kind, service } = row;
  const values: CatalogueValues = {
    ...texts,
    name,
    audience,
    mbit: textOf(mbit),
    gigabytes: textOf(gigabytes),
    boxes: textOf(boxes),
    channels: channelRanges(channels),
  };
  return { row, values, fields: catalogueFields(kind, service), version: versionOfValues(values, row) };
}

async function lockThing(tx: Tx, thing: CatalogueThing, today: Day): Promise<KnownThing> {
  await lockSold(tx, thing.kind, thing.id);
  return knownThing(tx, thing, today);
}

const NO_FIELD = {
  plan: 'У тарифа этой услуги такого нет',
  option: 'У опции такого нет',
  program: 'У этой услуги такого нет',
} as const satisfies Record<SoldKind, string>;

/** The values with those that are wanted; refuses a field that such a thing does not have. */
function written(known: Pick<KnownThing, 'values' | 'fields'>, kind: SoldKind, wanted: WantedValues): CatalogueValues {
  const fields = Object.keys(wanted) as CatalogueField[];
  const foreign = fields.find((field) => !known.fields.includes(field));
  if (foreign !== undefined) throw wrongOf(foreign, NO_FIELD[kind]);
  const next = fields.map((field) => {
    const typed = wanted[field] ?? '';
    const value = field === 'channels' ? channelRanges(channelNumbers(typed)) : typed;
    return [field, value === '' ? nothingIn(field) : value];
  });
  return { ...known.values, ...(Object.fromEntries(next) as Partial<CatalogueValues>) };
}

const wrongOf = (field: string, message: string): Problem =>
  new Problem('bad_input', { errors: [{ path: `body.${field}`, message }] });

const refused = (message: string): Problem => new Problem('catalogue_refused', { message });

async function refuseNamesake(tx: Tx, row: Pick<CatalogueRow, 'kind' | 'id' | 'service' | 'plan_id' | 'name'>) {
  if (await isNameTaken(tx, row)) throw new Problem('catalogue_named');
}

async function writeAll(tx: Tx, thing: CatalogueThing, was: CatalogueValues, values: CatalogueValues): Promise<void> {
  await writeValues(tx, thing, values);
  if (values.channels === was.channels) return;
  const absent = await writeChannels(tx, thing, channelNumbers(values.channels ?? ''));
  if (absent.length > 0) throw wrongOf('channels', `Таких каналов нет: ${channelRanges(absent)}`);
}

/** Adds a draft with its first price. */
export async function addThing(
  tx: Tx,
  { kind, name, ...made }: NewThing & { readonly kind: SoldKind; readonly name: string },
  wanted: WantedValues,
  setting: Setting,
): Promise<KnownThing> {
  await refuseNamesake(tx, { kind, id: 0, service: made.service, plan_id: made.planId, name });
  const id = await insertDraft(tx, kind, name, made);
  const thing = { kind, id };
  await insertFirstPrice(tx, thing, { ...setting, price: made.price });
  const blank = await knownThing(tx, thing, setting.today);
  await writeAll(tx, thing, blank.values, written(blank, kind, wanted));
  const known = await knownThing(tx, thing, setting.today);
  if (kind === 'plan' && made.service === 'mail' && known.values.gigabytes === null)
    throw wrongOf('gigabytes', 'У тарифа почты назовите и гигабайты, и сколько ящиков');
  return known;
}

export interface EditedThing {
  readonly was: KnownThing;
  readonly is: KnownThing;
}

/** Changes what is written; the network gets another speed at once. */
export async function editThing(
  tx: Tx,
  thing: CatalogueThing,
  wanted: {
    readonly values: WantedValues;
    readonly price?: Kopecks | undefined;
    readonly version?: number | undefined;
  },
  { today }: Pick<Setting, 'today'>,
): Promise<EditedThing> {
  const was = await lockThing(tx, thing, today);
  if (wanted.version !== undefined && wanted.version !== was.version) throw changedMeanwhile();
  const values = written(was, thing.kind, wanted.values);
  if (values.name !== was.values.name) await refuseNamesake(tx, { ...was.row, name: values.name ?? '' });
  if (wanted.price !== undefined) await priceAnew(tx, was.row, wanted.price);
  await writeAll(tx, thing, was.values, values);
  if (values.mbit !== was.values.mbit) await addJob(tx, orderServicesJob, { planId: thing.id });
  const is = await knownThing(tx, thing, today);
  if (is.version === was.version) throw new Problem('nothing_changes');
  return { was, is };
}

const changedMeanwhile = (): Problem =>
  new Problem('changed_meanwhile', {
    message: 'Это только что изменил кто-то другой. Посмотрите, как стало, и решите ещё раз',
  });

async function priceAnew(tx: Tx, row: CatalogueRow, price: Kopecks): Promise<void> {
  if (!row.is_draft) throw wrongOf('price', 'Цену того, что уже продавалось, меняют с дня: prices plan');
  await priceDraft(tx, row, price);
}

/** Takes it from sale; who has it keeps it. */
export async function archiveThing(tx: Tx, thing: CatalogueThing, today: Day): Promise<KnownThing> {
  const { row } = await lockThing(tx, thing, today);
  if (stateOf(row) === 'archived') throw refused('Это уже в архиве');
  await writeState(tx, thing, true);
  return knownThing(tx, thing, today);
}

/** Puts it on sale. */
export async function restoreThing(tx: Tx, thing: CatalogueThing, today: Day): Promise<KnownThing> {
  const { row } = await lockThing(tx, thing, today);
  if (stateOf(row) === 'sold') throw refused('Это уже продаётся');
  await refuseNamesake(tx, row);
  await writeState(tx, thing, false);
  const known = await knownThing(tx, thing, today);
  if (stateOf(known.row) !== 'sold') throw refused('Тариф этой опции не продаётся. Сначала верните его');
  return known;
}

/** The service of what is added: that of its plan, if it is an option. */
export async function serviceOfNew(
  tx: Tx,
  { kind, service, planId }: { kind: SoldKind; service: CatalogueService | undefined; planId: number | null },
  today: Day,
): Promise<CatalogueService> {
  if (kind === 'option') return serviceOfPlan(tx, planId, today);
  if (service === undefined) throw wrongOf('service', 'Назовите услугу: internet, tv, telephone, sip или mail');
  if (kind === 'plan' && service === 'contract') throw wrongOf('service', 'На весь договор бывает только program');
  return service;
}

async function serviceOfPlan(tx: Tx, planId: number | null, today: Day): Promise<CatalogueService> {
  if (planId === null) throw wrongOf('plan_id', 'Назовите тариф, к которому опция');
  return (await knownThing(tx, { kind: 'plan', id: planId }, today)).row.service;
}
