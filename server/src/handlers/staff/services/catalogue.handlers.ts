import type { Input } from '@kabinet/contract/kernel/call/call';
import { operatorContract, type CatalogueField, type OperatorContract } from '@kabinet/contract/staff';
import {
  addThing,
  archiveThing,
  editThing,
  knownThing,
  restoreThing,
  serviceOfNew,
  type KnownThing,
  type WantedValues,
} from '#server/domain/changes/catalogue/catalogue.ts';
import {
  basePrice,
  catalogueRows,
  priceRows,
  type CatalogueRow,
} from '#server/domain/changes/catalogue/catalogue.queries.ts';
import { PROFILE_FIELDS, stateOf } from '#server/domain/changes/catalogue/fields.rules.ts';
import { notesOn } from '#server/domain/changes/catalogue/catalogue-notes.ts';
import { priceLine } from '#server/domain/changes/catalogue/price-line.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { refuseAlone } from '../refusals.ts';

type Catalogue = OperatorContract['catalogue'];
type Edit = Input<Catalogue['edit']>['body'];

const listed = ({ kind, id, service, name, plan, plan_id, unit, price, contracts, ...row }: CatalogueRow) => ({
  kind,
  id,
  service,
  name,
  plan,
  plan_id,
  state: stateOf(row),
  unit,
  price,
  contracts,
});

const FIELDS = [
  'name',
  'summary',
  'description',
  'terms',
  'badge',
  'section',
  'mbit',
  'audience',
  'gigabytes',
  'boxes',
  'channels',
] as const satisfies readonly CatalogueField[];

/** What is asked to be written, as texts. */
const valuesIn = (body: Partial<Pick<Edit, CatalogueField>>): WantedValues =>
  Object.fromEntries(FIELDS.flatMap((field) => (body[field] === undefined ? [] : [[field, String(body[field])]])));

const differences = (was: KnownThing, is: KnownThing) => [
  ...is.fields
    .filter((field) => was.values[field] !== is.values[field])
    .map((field) => ({ field, was: was.values[field], will: is.values[field] })),
  ...(was.row.price === is.row.price
    ? []
    : [{ field: 'price', was: rublesOf(was.row.price), will: rublesOf(is.row.price) }]),
];

const KOPECKS = 100;
const rublesOf = (price: number): string => (price / KOPECKS).toFixed(2);

const changedOf = async (
  scope: Pick<ScopeOf<Catalogue['archive']>, 'db'>,
  known: KnownThing,
  dryRun: 'yes' | 'no' | undefined,
) => {
  const { kind, id, name, contracts, ...row } = known.row;
  return {
    rehearsed: dryRun === 'yes',
    kind,
    id,
    name,
    state: stateOf(row),
    contracts,
    notes: await notesOn(scope.db, known),
  };
};

/** An engineer writes what the network is told, and nothing that clients read or pay. */
function refuseBeyondProfile({ role }: ScopeOf<Catalogue['edit']>['operator'], fields: readonly string[]): void {
  if (role === 'engineer' && fields.some((field) => !(PROFILE_FIELDS as readonly string[]).includes(field)))
    throw new Problem('role_not_allowed', { message: 'Инженер меняет скорость и каналы, остальное — бухгалтер' });
}

export const catalogueHandlers: PlainHandlers<Catalogue> = {
  list: async ({ query: { kind = null, service = null, state } }, { db, today }) =>
    (await catalogueRows(db, { kind, service }, today))
      .map((row) => ({ ...listed(row), coming: row.coming }))
      .filter((row) => state === undefined || row.state === state),
  show: async ({ query }, { db, today, provider }) => {
    const { row, values, fields, version } = await knownThing(db, query, today);
    return {
      ...listed(row),
      audience: row.audience,
      version,
      fields: fields.map((field) => ({ field, value: values[field] })),
      prices: priceLine(await priceRows(db, query), await basePrice(db, query), today),
      notice_days: provider.price_change.notice_days,
    };
  },
  add: async ({ body }, scope) => {
    const { db, today, now, operator } = scope;
    const { kind, name, price, unit, service: asked, plan_id: planId = null } = body;
    const service = await serviceOfNew(db, { kind, service: asked, planId }, today);
    const made = { kind, name, service, planId: kind === 'option' ? planId : null, unit, price };
    const { name: _, ...values } = valuesIn(body);
    const known = await addThing(db, made, values, { today, now, by: operator.name });
    return changedOf(scope, known, body.dry_run);
  },
  edit: async ({ body }, scope) => {
    const { kind, id, price, version, dry_run: dryRun } = body;
    const { db, today, operator, tellChange } = scope;
    const { was, is } = await editThing(db, { kind, id }, { values: valuesIn(body), price, version }, { today });
    const changes = differences(was, is);
    refuseBeyondProfile(
      operator,
      changes.map(({ field }) => field),
    );
    if (dryRun !== 'yes' && operator.role !== 'engineer')
      refuseAlone(operator, operatorContract.catalogue.edit, is.row.contracts);
    tellChange(
      Object.fromEntries(changes.map((one) => [one.field, one.was])),
      Object.fromEntries(changes.map((one) => [one.field, one.will])),
    );
    return { ...(await changedOf(scope, is, dryRun)), version: is.version, changes };
  },
  archive: async ({ body }, scope) => changedOf(scope, await archiveThing(scope.db, body, scope.today), body.dry_run),
  restore: async ({ body }, scope) => changedOf(scope, await restoreThing(scope.db, body, scope.today), body.dry_run),
};
