import type { Instant } from '@kabinet/contract/kernel/day';
import type { ActingRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';
import { storableJson } from '../storable-json.ts';

/** Who does something; what came over HTTP also says by which session or key, and from where. */
export interface ActionDoer {
  readonly operator: string;
  readonly role: ActingRole;
  readonly personId: number | null;
  readonly keyId: number | null;
  readonly sessionId: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

interface NewAction extends ActionDoer {
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly begunAt: Date;
  /** Of a second person, if it needed one. */
  readonly agreement?: { readonly agreedBy: number; readonly approvalId: number };
}

/** What a call has changed, where it knows it. */
export interface ActionChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** How a call ended; `problem` is the code of a refusal. */
export type OperatorCallEnding =
  | { readonly outcome: 'done' | 'failed'; readonly changed?: ActionChange | undefined }
  | { readonly outcome: 'refused'; readonly problem: string };

const problemOf = (ending: OperatorCallEnding): string | null => (ending.outcome === 'refused' ? ending.problem : null);

/** A text that somebody may have typed with a zero byte in it. */
const storable = (text: string | null): string | null => text?.replaceAll('\0', '\uFFFD') ?? null;

const changeIn = (ending: OperatorCallEnding): string | null =>
  'changed' in ending && ending.changed ? storableJson(ending.changed) : null;

/** Records the start of a call; `concludeAction` adds its result. */
export async function insertBegun(tx: Tx, action: NewAction): Promise<number> {
  const { operator, role, call, input, reason, begunAt, personId, keyId, sessionId, address, requestId } = action;
  const { action_id } = await tx.one<{ action_id: number }>(sql`
    insert into operator_action (begun_at, operator, role, call, input, reason, outcome,
      person_id, key_id, session_id, address, request_id)
    values (${begunAt}, ${operator}, ${role}, ${call}, ${storableJson(input)}, ${storable(reason)}, 'begun',
      ${personId}, ${keyId}, ${sessionId}, ${address}, ${requestId})
    returning action_id`);
  return action_id;
}

export async function insertEnded(tx: Tx, action: NewAction, ending: OperatorCallEnding, endedAt: Date): Promise<void> {
  const { operator, role, call, input, reason, begunAt, agreement, personId, keyId, sessionId, address, requestId } =
    action;
  await tx.run(sql`
    insert into operator_action (begun_at, operator, role, call, input, reason, outcome, problem, ended_at, changed,
      person_id, key_id, session_id, address, request_id, agreed_by, approval_id)
    values (${begunAt}, ${operator}, ${role}, ${call}, ${storableJson(input)}, ${storable(reason)}, ${ending.outcome}, ${problemOf(ending)},
      ${endedAt}, ${changeIn(ending)}, ${personId}, ${keyId}, ${sessionId}, ${address}, ${requestId},
      ${agreement?.agreedBy ?? null}, ${agreement?.approvalId ?? null})`);
}

export async function concludeAction(
  tx: Tx,
  actionId: number,
  ending: OperatorCallEnding,
  endedAt: Date,
): Promise<void> {
  await tx.run(sql`
    update operator_action set outcome = ${ending.outcome}, problem = ${problemOf(ending)}, ended_at = ${endedAt},
      changed = ${changeIn(ending)}
    where action_id = ${actionId}`);
}

interface ActionRow {
  readonly action_id: number;
  readonly begun_at: Instant;
  readonly operator: string;
  readonly role: ActingRole;
  readonly call: string;
  readonly input: Record<string, unknown>;
  readonly reason: string | null;
  readonly changed: ActionChange | null;
  readonly outcome: 'begun' | OperatorCallEnding['outcome'];
  readonly problem: string | null;
  readonly ended_at: Instant | null;
  readonly login: string | null;
  readonly agreed_by: string | null;
  readonly key_id: number | null;
  readonly address: string | null;
  readonly request_id: string | null;
}

/** The latest calls that may have changed something, newest first. */
export const latestActions = (tx: Tx, limit: number): Promise<ActionRow[]> =>
  tx.rows(sql`
    select action_id, begun_at, operator, role, call, input, reason, changed, outcome, problem, ended_at,
      p.login, second.name as agreed_by, key_id, address, request_id
    from operator_action left join staff_person p using (person_id) left join staff_person second on second.person_id = agreed_by
    order by action_id desc limit ${limit}`);

/** The name of a row that tells of somebody who opens many people in an hour. */
export const MANY_LOOKS = 'many looks';

export const hasNotedManyLooks = async (tx: Tx, personId: number, look: string, since: Date): Promise<boolean> =>
  (
    await tx.one<{ has: boolean }>(sql`
      select exists (select from operator_action
        where call = 'many looks' and begun_at > ${since} and person_id = ${personId} and input ->> 'look' = ${look}) as has`)
  ).has;

/** How many people of the staff were told of since a moment. */
export const peopleWithManyLooks = (tx: Tx, since: Date): Promise<{ people: number }> =>
  tx.one(sql`
    select count(distinct person_id)::integer as people from operator_action
    where call = 'many looks' and begun_at > ${since}`);
