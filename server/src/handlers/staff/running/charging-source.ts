import type { OperatorContract } from '@kabinet/contract/staff';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { NIGHTS_NEEDED, shadowState } from '#server/domain/billing-run/shadow/nights.ts';
import { switchSource, type SwitchedSource } from '#server/domain/billing-run/switch-source.ts';
import type { UnderWay } from '#server/domain/billing-run/switch-source.queries.ts';
import type { ChargingScope, ChargingSource } from '#server/domain/billing/charging/source.queries.ts';
import { countUnsettled, countWaiting } from '#server/domain/billing/outside/request.queries.ts';
import { clientRow, placeNamed } from '#server/domain/changes/client/client.queries.ts';
import { handPlannedOver } from '#server/domain/changes/outside/planned.queries.ts';
import { settleAsked } from '#server/domain/changes/outside/settle-asked.ts';
import { dayText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { wrongField } from '../refusals.ts';

export const chargingBegun = (since: Day | null): Problem =>
  new Problem('charging_begun', {
    message: `Списания уже ${since === null ? 'идут' : `начаты с ${dayText(since, YEARLESS)}`}, этого не изменить`,
  });

interface TypedScope {
  readonly town?: string | undefined;
  readonly contract_id?: number | undefined;
}

async function scopeOf(tx: Tx, { town, contract_id: contractId }: TypedScope): Promise<ChargingScope> {
  if (contractId !== undefined) {
    if (town !== undefined) throw wrongField('town', 'Назовите или город, или договор');
    if (!(await clientRow(tx, contractId))) throw new Problem('contract_unknown');
    return { kind: 'contract', id: contractId };
  }
  if (town === undefined) return { kind: 'provider' };
  const found = await placeNamed(tx, { town, street: null });
  if (!found) throw new Problem('town_unknown');
  return { kind: 'town', id: found.town_id };
}

type Changed = SwitchedSource & { readonly outcome: 'changed' };

/** A list of what there is more than none of: «просьб об услугах — 2, отказов по деньгам — 1»; undefined if there is nothing. */
function counted(parts: readonly (readonly [number, string])[]): string | undefined {
  const found = parts.filter(([count]) => count > 0).map(([count, what]) => `${what} — ${count}`);
  return found.length === 0 ? undefined : found.join(', ');
}

/** Nobody here would end it after the switch. */
function whyUnderWay(open: UnderWay | undefined): Problem | undefined {
  if (!open) return undefined;
  const told = counted([
    [open.behind, 'счетов, которым сегодня ещё не списано'],
    [open.promises, 'обещанных платежей'],
    [open.once, 'счетов с разовыми списаниями'],
    [open.calls, 'счетов с разговорами этого месяца'],
    [open.autopayments, 'автоплатежей в банке'],
    [open.incidents, 'аварий с возвратом денег'],
  ]);
  if (told === undefined) return undefined;
  return new Problem('charging_under_way', {
    message: `Здесь ещё не закончено: ${told}. Списания и автоплатежи пройдут сами, разговоры спишутся ночью первого числа, обещанные платежи кончатся в свой день, деньги за аварию вернутся после её конца; тогда повторите`,
  });
}

/** Who has compared nights switches once they agree, or says that he does not wait. */
async function whyEarly(tx: Tx, { accounts }: Changed, isProvider: boolean): Promise<Problem | undefined> {
  if (accounts.length === 0) return undefined;
  const { nights, agreed } = await shadowState(tx, isProvider ? undefined : accounts);
  if (nights.length === 0 || agreed >= NIGHTS_NEEDED) return undefined;
  return new Problem('shadow_disagrees', {
    message: `Ночей подряд без расхождений: ${agreed} из ${NIGHTS_NEEDED}. Смотрите charge shadow. Всё равно переключиться — charge own --early=да`,
  });
}

/** Nobody answers after the switch, so what waits is decided before it, or by it. */
async function whyUnsettled(tx: Tx): Promise<Problem | undefined> {
  const { money, changes, refused, rows } = await countUnsettled(tx);
  const told = counted([
    [money, 'запросов о деньгах'],
    [changes, 'просьб об услугах'],
    [refused, 'отказов по деньгам'],
    [rows, 'непринятых строк'],
  ]);
  if (told === undefined) return undefined;
  return new Problem('billing_unsettled', {
    message: `С другой расчётной системой не решено: ${told}. Смотрите billing requests и billing conflicts, отвечайте за неё billing answer. Решить всё сразу — charge own --settle=да: деньги останутся в наших книгах, просьбы об услугах получат отказ`,
  });
}

type Scope = Parameters<typeof atOf>[0] & { readonly db: Tx; readonly today: Day };

async function switched(within: Scope, body: TypedScope, source: ChargingSource) {
  const { db, today } = within;
  const scope = await scopeOf(db, body);
  const done = await switchSource(db, { scope, source, today, ...atOf(within) });
  if (done.outcome === 'begun') throw chargingBegun(done.since);
  return { scope, done };
}

type Body = TypedScope & { readonly dry_run?: 'yes' | 'no' | undefined };

/** A rehearsal tells why it would be refused, a switch is refused. */
function refuseOrTell(problem: Problem | undefined, { dry_run: dryRun }: Body): string | null {
  if (problem && dryRun !== 'yes') throw problem;
  return problem?.detail.message ?? null;
}

const answerOf = async (db: Tx, done: SwitchedSource, { dry_run: dryRun }: Body, refusal: string | null) => ({
  rehearsed: dryRun === 'yes',
  outcome: done.outcome === 'changed' ? done.outcome : ('known' as const),
  contracts: done.outcome === 'changed' ? done.contracts : 0,
  first_day: done.outcome === 'changed' ? done.firstDay : null,
  unanswered: await countWaiting(db),
  refusal,
});

export const chargingSourceHandlers: Pick<
  PlainHandlers<OperatorContract['charging'], 'run' | 'rehearse'>,
  'external' | 'own'
> = {
  external: async ({ body }, scope) => {
    const { done } = await switched(scope, body, 'external');
    if (done.outcome !== 'changed') return answerOf(scope.db, done, body, null);
    const refusal = refuseOrTell(whyUnderWay(done.underWay), body);
    await handPlannedOver(scope.db, scope.now);
    return answerOf(scope.db, done, body, refusal);
  },
  // What is not decided is counted after the switch, of those whom we charge then: a refusal undoes it.
  own: async ({ body }, scope) => {
    const { db, today } = scope;
    const { scope: named, done } = await switched(scope, body, 'own');
    const early =
      done.outcome === 'changed' && body.early === undefined
        ? await whyEarly(db, done, named.kind === 'provider')
        : undefined;
    if (body.settle !== undefined) {
      const refusal = refuseOrTell(early, body);
      const settled = await settleAsked(db, { ...atOf(scope), today });
      return { ...(await answerOf(db, done, body, refusal)), settled };
    }
    const refusal = refuseOrTell(early ?? (await whyUnsettled(db)), body);
    return { ...(await answerOf(db, done, body, refusal)), settled: null };
  },
};
