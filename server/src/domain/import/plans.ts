import type { ImportRows } from '@kabinet/contract/staff';
import { NAMED, type Refused } from './refused.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { rowKeyOf, type Arrival } from './arrival.ts';
import { take } from './portions/take.ts';
import { changeOptions, changeImportedPlans } from './changed/catalogue-changes.queries.ts';
import { allOptions, allPlans, insertOptions, insertPlans, type ImportedPlanRow } from './catalogue.queries.ts';
import type { ComparedColumns } from './differences.ts';
import { flag, lines, maybe, must, oneOf, price, whole, words } from './cells.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';

const MOST_MBIT = 100_000;
const MOST_GIGABYTES = 10_000;
const MOST_BOXES = 1000;
const GIGABYTE = 1024 ** 3;

const KINDS: Readonly<Record<string, ServiceKind>> = {
  интернет: 'internet',
  тв: 'tv',
  sip: 'sip',
  почта: 'mail',
  телефон: 'telephone',
};
const KIND_NAMES = Object.fromEntries(Object.entries(KINDS).map(([said, kind]) => [kind, said])) as Readonly<
  Record<ServiceKind, string>
>;
const AUDIENCES = { home: 'дом', office: 'офис' } as const;
const UNIT_NAMES = { month: 'месяц', day: 'день' } as const;

const service = must(oneOf(KINDS));
const planName = must(words(100));

export type PlanOf = (kind: ServiceKind, name: string) => ImportedPlanRow | undefined;

/** Plans by kind and name. */
export async function plansOf({ tx }: Pick<Arrival, 'tx'>): Promise<PlanOf> {
  const plans = new Map((await allPlans(tx)).map((plan) => [`${plan.kind} ${plan.name}`, plan]));
  return (kind, name) => plans.get(`${kind} ${name}`);
}

export const noPlan = (kind: ServiceKind, name: string): Refused => ({
  wrong: `тарифа «${name}» (${KIND_NAMES[kind]}) нет: добавьте его в plans.csv`,
  lacks: [NAMED.plan(KIND_NAMES[kind], name)],
});

const PLAN = {
  service,
  plan: planName,
  summary: maybe(words(500), ''),
  price: must(price),
  unit: maybe(oneOf({ месяц: 'month' as const, день: 'day' as const }), 'month' as const),
  mbit: maybe(whole(1, MOST_MBIT)),
  audience: maybe(oneOf({ дом: 'home' as const, офис: 'office' as const }), 'home' as const),
  is_archived: flag,
  gigabytes: maybe(whole(1, MOST_GIGABYTES)),
  boxes: maybe(whole(1, MOST_BOXES)),
};

export async function takePlans(arrival: Arrival, rows: ImportRows['plans']): Promise<void> {
  const { tx } = arrival;
  let planOf: PlanOf = () => undefined;
  await take(arrival, {
    table: 'plans',
    rows,
    readers: PLAN,
    keyOf: (row) => rowKeyOf(row.service, row.plan),
    look: async () => {
      planOf = await plansOf(arrival);
      return ({ service: kind, plan, gigabytes, boxes, summary, price: asked, unit, mbit, audience, is_archived }) => {
        const known = planOf(kind, plan);
        if (known) {
          if (!isPriced(known, asked, unit)) return { wrong: pricedOtherwise(known) };
          return { known: comparedPlan(known, { summary, mbit, audience, is_archived, gigabytes, boxes }) };
        }
        if (kind === 'mail' && (gigabytes === null || boxes === null))
          return { wrong: 'у тарифа почты заполните «гигабайт» и «ящиков»' };
        const isMail = kind === 'mail' && gigabytes !== null;
        const box = isMail ? { quota_bytes: gigabytes * GIGABYTE, boxes } : { quota_bytes: null, boxes: null };
        return { fresh: { kind, name: plan, summary, price: asked, unit, mbit, audience, is_archived, ...box } };
      };
    },
    insert: (fresh) => insertPlans(tx, fresh),
    changes: {
      columns: {
        summary: 'always',
        mbit: 'always',
        audience: 'always',
        is_archived: 'always',
        gigabytes: { never: 'у выданных ящиков размер свой' },
        boxes: 'always',
      },
      write: (changed) =>
        changeImportedPlans(
          tx,
          changed.flatMap(({ row, columns }) => {
            const known = planOf(row.service, row.plan);
            return known ? [{ row: { ...row, plan_id: known.plan_id }, columns }] : [];
          }),
        ),
    },
  });
}

type Features = Pick<ImportedPlanRow, 'summary' | 'mbit' | 'audience' | 'is_archived' | 'boxes'> & {
  readonly gigabytes: number | null;
};

const comparedPlan = (ours: ImportedPlanRow, given: Features): ComparedColumns<'plans'> => ({
  summary: [ours.summary, given.summary],
  mbit: [ours.mbit, given.mbit],
  audience: [AUDIENCES[ours.audience], AUDIENCES[given.audience]],
  is_archived: [ours.is_archived, given.is_archived],
  gigabytes: [
    ours.quota_bytes === null ? null : ours.quota_bytes / GIGABYTE,
    ours.kind === 'mail' ? given.gigabytes : null,
  ],
  boxes: [ours.boxes, ours.kind === 'mail' ? given.boxes : null],
});

const isPriced = (plan: ImportedPlanRow, asked: number, unit: ImportedPlanRow['unit']): boolean =>
  plan.price === asked && plan.unit === unit;
const pricedOtherwise = ({ price: now, unit }: ImportedPlanRow): string =>
  `тариф уже есть с другой ценой: ${rubles(now)} за ${UNIT_NAMES[unit]}. Оставьте её или назовите тариф иначе`;

const OPTION = { service, plan: planName, option: must(words(100)), price: must(price), terms: maybe(lines(2000), '') };

export async function takeOptions(arrival: Arrival, rows: ImportRows['options']): Promise<void> {
  const { tx } = arrival;
  const ids = new Map<string, number>();
  await take(arrival, {
    table: 'options',
    rows,
    readers: OPTION,
    keyOf: (row) => rowKeyOf(row.service, row.plan, row.option),
    look: async () => {
      const planOf = await plansOf(arrival);
      const options = new Map((await allOptions(tx)).map((one) => [`${one.plan_id} ${one.name}`, one]));
      return ({ service: kind, plan, option, price: asked, terms }) => {
        const owner = planOf(kind, plan);
        if (!owner) return noPlan(kind, plan);
        const known = options.get(`${owner.plan_id} ${option}`);
        if (known) ids.set(rowKeyOf(kind, plan, option), known.option_id);
        if (known && known.price !== asked)
          return { wrong: `опция уже есть с другой ценой: ${rubles(known.price)} в месяц` };
        return known
          ? { known: { terms: [known.terms, terms] } }
          : { fresh: { plan_id: owner.plan_id, name: option, terms, price: asked } };
      };
    },
    insert: (fresh) => insertOptions(tx, fresh),
    changes: {
      columns: { terms: 'always' },
      write: (changed) =>
        changeOptions(
          tx,
          changed.flatMap(({ row }) => {
            const option_id = ids.get(rowKeyOf(row.service, row.plan, row.option));
            return option_id === undefined ? [] : [{ option_id, terms: row.terms }];
          }),
        ),
    },
  });
}
