import type { Kopecks } from '@kabinet/contract/kernel/money';
import { whyNotChangeable } from '#server/domain/changes/plan/plan.rules.ts';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { keepTogether, namesText, rubles } from '#server/domain/shared/text.rules.ts';
import type { CalendarRequest } from './asked.ts';
import { entryOf, type CalendarEntry } from './entry.rules.ts';
import {
  endingPromotions,
  pendingOptions,
  pausesOf,
  pendingPrograms,
  plannedPlans,
  type PauseRow,
  type PendingRow,
  type PlanChangeRow,
  type PlannedProgramRow,
  type PlannedServiceRow,
} from './planned.queries.ts';

type Undoing = Pick<CalendarEntry, 'undo' | 'undo_reason'>;

const barred = (undo_reason: string): Undoing => ({ undo: null, undo_reason });
const possible = (undo: CalendarEntry['undo']): Undoing => ({ undo, undo_reason: null });

const serviceOf = ({ user_id, user_type, service }: Omit<PlannedServiceRow, 'situation' | 'p'>) => ({
  user_id,
  user_type,
  name: service,
});
const priceText = (price: Kopecks, unit: 'month' | 'day'): string =>
  price === 0 ? 'бесплатно' : `${rubles(price)} ${unit === 'day' ? 'в день' : 'в месяц'}`;

export async function planEntries({ tx, contractId, until, zone }: CalendarRequest): Promise<CalendarEntry[]> {
  const rows = await plannedPlans(tx, contractId, until);
  return rows.map((row) =>
    entryOf({
      day: row.day,
      kind: 'plan',
      p: row.p,
      title: keepTogether(`Новый тариф «${row.plan}»`),
      text: planText(row),
      services: [serviceOf(row)],
      by: row.by,
      ...(row.by === 'client'
        ? possible({ does: 'cancel_plan', until: dayStart(row.day, zone) })
        : barred('Смену назначил провайдер. Отменить поможет поддержка')),
    }),
  );
}

const planText = ({ summary, price, unit, options }: PlanChangeRow): string =>
  keepTogether(
    [
      [summary, priceText(price, unit)].filter((part) => part !== '').join(', '),
      ...(options.length > 0 ? [`Отключатся опции: ${namesText(options)}`] : []),
    ].join('. '),
  );

export async function optionEntries({ tx, contractId, today, until, zone }: CalendarRequest): Promise<CalendarEntry[]> {
  const rows = await pendingOptions(tx, contractId, until);
  return rows.map((row) => {
    const blockReason = whyNotChangeable({ situation: row.situation, today, changedOn: null, daysBetween: 0 });
    const does = row.status === 'off_pending' ? 'keep_option' : 'drop_option';
    return entryOf({
      ...pendingOf(row),
      kind: 'option',
      p: row.p,
      services: [serviceOf(row)],
      ...(blockReason
        ? barred(blockReason.text)
        : possible({ does, name: row.name, option_id: row.sold_id, until: dayStart(row.day, zone) })),
    });
  });
}

const pendingOf = ({ day, status, name, price }: PendingRow) => ({
  day,
  title: keepTogether(`${status === 'off_pending' ? 'Отключится' : 'Включится'} «${name}»`),
  text: status === 'off_pending' && price === 0 ? '' : priceText(price, 'month'),
});

export async function programEntries({ tx, contractId, until, zone }: CalendarRequest): Promise<CalendarEntry[]> {
  const rows = await pendingPrograms(tx, contractId, until);
  return rows.map((row) =>
    entryOf({
      ...pendingOf(row),
      kind: 'program',
      p: row.p,
      services: row.user_id === null ? [] : [serviceOf(row)],
      ...undoOfProgram(row, zone),
    }),
  );
}

function undoOfProgram({ day, status, sold_id, name, lacks }: PlannedProgramRow, zone: string): Undoing {
  if (status === 'off_pending' && lacks !== null)
    return barred(keepTogether(`Сначала оставьте «${lacks}»: без этой услуги не работает`));
  const does = status === 'off_pending' ? 'keep_program' : 'drop_program';
  return possible({ does, name, programm_id: sold_id, until: dayStart(day, zone) });
}

export async function promotionEntries({ tx, contractId, today, until }: CalendarRequest): Promise<CalendarEntry[]> {
  const rows = await endingPromotions(tx, contractId, today, until);
  return rows.map((row) =>
    entryOf({
      day: row.day,
      kind: 'promotion',
      p: row.p,
      title: 'Закончится акция',
      text: keepTogether(`«${row.name}»: ${priceText(row.price, row.unit)} вместо ${rubles(row.promo)}`),
      services: row.user_id === null ? [] : [serviceOf(row)],
    }),
  );
}

export async function pauseEntries({ tx, contractId, until, zone }: CalendarRequest): Promise<CalendarEntry[]> {
  const rows = await pausesOf(tx, contractId, until);
  return rows.flatMap((row) => [...beginOf(row, zone), returnOf(row)]);
}

const beginOf = (row: PauseRow, zone: string): CalendarEntry[] =>
  row.begins === null
    ? []
    : [
        entryOf({
          day: row.begins,
          kind: 'suspension',
          p: row.p,
          title: 'Начнётся пауза',
          text: 'Услуга не будет работать, абонентскую плату не возьмём',
          services: [serviceOf(row)],
          by: 'client',
          ...possible({ does: 'cancel_suspension', until: dayStart(row.begins, zone) }),
        }),
      ];

const returnOf = (row: PauseRow): CalendarEntry =>
  entryOf({
    day: row.returns,
    kind: 'return',
    p: row.p,
    title: 'Закончится пауза',
    text: 'Услуга заработает, плата пойдёт с этого дня',
    services: [serviceOf(row)],
    by: row.is_own ? 'client' : null,
    ...(row.is_own && row.begins === null ? barred('Вернуть раньше можно на странице услуги') : {}),
  });
