import { instant, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { CHANGED_ELSEWHERE } from '#server/domain/billing/outside/outside.texts.ts';
import { programSubject } from '#server/domain/billing/outside/subjects.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { keepTogether } from '#server/domain/shared/text.rules.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { undoEnd } from '../plan/plan.rules.ts';
import {
  untilDay,
  type ChangeEffects,
  type ChangeOutcome,
  type ChangeSubject,
} from '../service-change/change-summary.ts';
import { askInstead } from '../service-change/handed-over.ts';
import { chargeMissingDays, changeService, unchanged } from '../service-change/settle-change.ts';
import { paidUntil } from '../service-change/service-change.queries.ts';
import { refuseUnlessCurrent } from '../service-change/version.ts';
import {
  programHolderOf,
  isKnownProgram,
  isProgramTakenBackOn,
  leaningOn,
  programFee,
  programsOf,
  switchProgramOff,
  switchOn,
  type ProgramHolder,
  type HolderOf,
} from './program.queries.ts';
import { whyNotOff, whyNotOn, isStarter, undoUntil, type ProgramRow } from './program.rules.ts';
import { createStarterService, endService } from './starter.ts';

interface ProgramChangeRequest extends HolderOf {
  readonly programId: number;
  readonly status: 'on' | 'off';
  readonly version?: string | undefined;
  readonly isRehearsal?: boolean;
  /** Only to tell what another billing is asked for. */
  readonly isAskedElsewhere?: boolean;
}

export interface ProgramChangeTerms extends At {
  readonly today: Day;
}

type ProgramChangeSummary = ChangeOutcome & {
  /** The service that was created. */
  readonly user_id: number | null;
  readonly program: ProgramRow;
  /** The program was already as requested. */
  readonly isSame: boolean;
};

/**
 * Switches a program on at once, charged for the days that are left; or off: a paid one ends with its paid period, one
 * switched on a moment ago is taken back completely. A repeat succeeds without another charge.
 */
export async function changeProgram(
  tx: Tx,
  wanted: ProgramChangeRequest,
  setting: ProgramChangeTerms,
): Promise<ProgramChangeSummary> {
  const { holder, program } = await locked(tx, wanted, setting);
  const { today } = setting;
  if (isAlready(program, wanted.status)) {
    const effects = { subject: subjectOf(holder, program, program.user_id), from: program.changes_on ?? today };
    return { ...(await unchanged(tx, holder, effects, today)), user_id: program.user_id, program, isSame: true };
  }
  refuseUnlessAllowed(holder, program, wanted, today);
  return holder.is_external
    ? askForProgram(tx, wanted, { holder, program }, setting)
    : makeChange(tx, wanted, { holder, program }, setting);
}

interface Locked {
  readonly holder: ProgramHolder;
  readonly program: ProgramRow;
}

async function makeChange(
  tx: Tx,
  wanted: ProgramChangeRequest,
  { holder, program }: Locked,
  setting: ProgramChangeTerms,
): Promise<ProgramChangeSummary> {
  const made =
    wanted.status === 'on' ? await on(tx, holder, program, setting) : await off(tx, holder, program, setting);
  const outcome = await changeService(tx, holder, { ...wanted, make: made.make }, setting);
  return { ...outcome, user_id: made.userId(), program, isSame: false };
}

/** Another billing is asked for it, and says when: it is switched when that is confirmed. */
async function askForProgram(
  tx: Tx,
  wanted: ProgramChangeRequest,
  { holder, program }: Locked,
  setting: ProgramChangeTerms,
): Promise<ProgramChangeSummary> {
  const { user_id: userId } = holder;
  if (userId === null) throw new Problem('change_not_allowed', { message: CHANGED_ELSEWHERE });
  const { programId, status, isRehearsal } = wanted;
  const body = { program: program.name, program_id: programId, status };
  const asked = { kind: 'program', subject: programSubject(userId, programId), body, isRehearsal } as const;
  const asIfMade = { ...wanted, isRehearsal: true, isAskedElsewhere: true };
  const make = () => makeChange(tx, asIfMade, { holder, program }, setting);
  return { ...(await askInstead(tx, { ...holder, user_id: userId }, asked, make, setting)), from: setting.today };
}

/** What the other billing has confirmed; nothing if it cannot be so any more. */
export async function switchConfirmed(
  tx: Tx,
  { userId, contractId, programId, status }: ConfirmedProgram,
  { today }: Pick<ProgramChangeTerms, 'today'>,
): Promise<void> {
  const holder = await programHolderOf(tx, { contractId, userId }, { lock: true });
  const program = (await programsOf(tx, holder, today)).find(({ program_id }) => program_id === programId);
  if (!program || holder.situation === 'closed') return;
  if (status === 'on') await switchOn(tx, holder, programId, today, null);
  else
    for (const { program_id: id } of [program, ...(await leaningOn(tx, holder, programId))])
      await switchProgramOff(tx, holder, id, { from: today, today });
  await tellNetwork(tx, holder);
}

interface ConfirmedProgram {
  readonly userId: number;
  readonly contractId: number;
  readonly programId: number;
  readonly status: 'on' | 'off';
}

/**
 * The subject of a change: the service of the program or, for a program of the contract, the program alone, with the
 * service of a starter.
 */
function subjectOf(holder: ProgramHolder, { program_id }: ProgramRow, serviceId: number | null): ChangeSubject {
  const fees = [programFee(holder, program_id), ...(serviceId === null ? [] : [`${serviceId}:plan`])];
  return { userId: holder.user_id ?? serviceId, was: fees, will: fees };
}

/** The holder with current books, locked with its account, and the requested program. */
async function locked(tx: Tx, wanted: ProgramChangeRequest, setting: ProgramChangeTerms): Promise<Locked> {
  const before = await programHolderOf(tx, wanted, { lock: true });
  await chargeMissingDays(tx, before, setting.today, setting);
  const holder = await programHolderOf(tx, wanted, { lock: false });
  const program = (await programsOf(tx, holder, setting.today)).find(
    ({ program_id }) => program_id === wanted.programId,
  );
  if (program) return { holder, program };
  if (!(await isKnownProgram(tx, holder, wanted.programId))) throw new Problem('not_found');
  throw new Problem('change_not_allowed', { message: 'Эту услугу больше не подключаем' });
}

const isAlready = ({ status }: ProgramRow, wanted: 'on' | 'off'): boolean =>
  wanted === 'on' ? status === 'on' : status === null || status === 'off_pending';

function refuseUnlessAllowed(
  holder: ProgramHolder,
  program: ProgramRow,
  { status, version }: ProgramChangeRequest,
  today: Day,
): void {
  refuseUnlessCurrent(version, holder, today);
  const blockReason = status === 'off' ? whyNotOff(holder, program) : whyNotOn(holder, program, today);
  if (blockReason) throw new Problem('change_not_allowed', { message: blockReason.text });
}

interface Switch {
  readonly make: () => Promise<ChangeEffects>;
  /** The service that it has created. */
  readonly userId: () => number | null;
}

async function on(tx: Tx, holder: ProgramHolder, program: ProgramRow, setting: ProgramChangeTerms): Promise<Switch> {
  const { now, today, zone } = setting;
  const isKept = program.status === 'off_pending';
  const isSecond = await isProgramTakenBackOn(tx, holder, program.program_id, today);
  const end = isKept || isSecond || isStarter(program) ? null : instant(undoEnd(instant(now), zone));
  let created: number | null = null;
  const make = async () => {
    await switchOn(tx, holder, program.program_id, today, isSecond ? null : now);
    if (isStarter(program) && !isKept) created = await createStarterService(tx, holder, program, setting);
    if (!isKept) await tellNetwork(tx, holder);
    return {
      subject: subjectOf(holder, program, created ?? program.user_id),
      from: today,
      switches_on: [program.name],
      undo_until: end,
      notes: isKept ? [] : notesOf(program, isSecond),
    };
  };
  return { make, userId: () => created };
}

const notesOf = ({ visit_goal_id }: ProgramRow, isSecond: boolean): string[] => [
  ...(isSecond ? [SECOND] : []),
  ...(visit_goal_id === null ? [] : [BY_VISIT]),
];

const BY_VISIT = keepTogether('Платить начнёте, когда мастер подключит услугу: договоримся о времени по заявке');
const SECOND = keepTogether(
  'Сегодня вы уже включали эту услугу и вернули деньги, поэтому теперь без потерь её не отключить',
);

/** Programs that need it end on the same day. */
async function off(tx: Tx, holder: ProgramHolder, program: ProgramRow, setting: ProgramChangeTerms): Promise<Switch> {
  const { today } = setting;
  const from = await endOf(tx, holder, program, setting);
  const ending = [program, ...(await leaningOn(tx, holder, program.program_id))];
  const make = async () => {
    for (const { program_id, status } of ending)
      await switchProgramOff(tx, holder, program_id, { from: status === 'on_pending' ? today : from, today });
    const closed = program.user_id === null ? [] : await endService(tx, program.user_id, setting);
    if (from === today) await tellNetwork(tx, holder);
    return {
      subject: subjectOf(holder, program, program.user_id),
      from,
      switches_off: [...closed, ...ending.map(({ name }) => name)],
      undo_until: untilDay(from, today, setting.zone),
    };
  };
  return { make, userId: () => null };
}

/**
 * A starter's service ends at once, and so does a program switched on a moment ago; others end with their paid period.
 */
async function endOf(tx: Tx, holder: ProgramHolder, program: ProgramRow, setting: ProgramChangeTerms): Promise<Day> {
  const { today } = setting;
  if (isStarter(program) || undoUntil(program, setting) !== null) return today;
  const paid = await paidUntil(tx, holder, programFee(holder, program.program_id));
  return paid !== undefined && paid > today ? paid : today;
}

const tellNetwork = async (tx: Tx, { user_id }: ProgramHolder): Promise<void> => {
  if (user_id !== null) await serviceChanged(tx, { userId: user_id });
};
