import type { contract } from '@kabinet/contract';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Database, Tx } from '#server/db/database.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { RequestFacts, Subscriber } from '#server/kernel/world.ts';
import { rehearse } from '#server/kernel/call/rehearsal.ts';
import { summaryOf } from '../service-change/change-summary.ts';
import { noteConsent } from '../service-change/service-change.queries.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { cleanHtml } from '#server/domain/shared/markup.ts';
import { changeProgram, type ProgramChangeTerms } from './change-program.ts';

type ProgramChangeSummary = Result<typeof contract.user.programPreview>;

/** The request of a call; without a service it concerns the contract. */
interface ProgramCallBody {
  readonly programm_id: number;
  readonly status: 'on' | 'off';
  readonly user_id?: AskedId<'user'>;
  readonly version?: string | undefined;
}

interface Facts {
  readonly subscriber: Subscriber;
  readonly now: Date;
  readonly today: Day;
  readonly provider: Provider;
}

/** Previews the switch: it is carried out and rolled back, so no created service remains. */
export const rehearseSwitch = (
  scope: Facts & { readonly db: Database },
  body: ProgramCallBody,
): Promise<ProgramChangeSummary> =>
  rehearse(scope.db, async (tx) => ({
    ...answerOf(await carryOut({ ...scope, db: tx }, body, { isRehearsal: true })),
    user_id: null,
  }));

/** Switches it and stores the terms that the client has agreed to. */
export async function switchProgram(
  scope: Facts & { readonly db: Tx; readonly request: RequestFacts },
  body: ProgramCallBody,
): Promise<ProgramChangeSummary> {
  const { db, subscriber, request, now } = scope;
  const told = await carryOut(scope, body, { isRehearsal: false });
  if (body.status === 'on' && !told.isSame) {
    await noteConsent(db, {
      contractId: subscriber.contractId,
      subject: `program:${body.programm_id}`,
      text: cleanHtml(told.program.terms),
      now,
      address: request.ip,
      sessionId: subscriber.sessionId,
    });
  }
  return answerOf(told);
}

async function carryOut(
  scope: Facts & { readonly db: Tx },
  body: ProgramCallBody,
  { isRehearsal }: { isRehearsal: boolean },
) {
  const { db, subscriber, now, today, provider } = scope;
  const { programm_id: programId, status, user_id: asked, version } = body;
  const user = asked === undefined ? undefined : await ownUser(db, subscriber, asked);
  const setting: ProgramChangeTerms = { now, today, zone: provider.time_zone };
  const { contractId } = subscriber;
  return changeProgram(
    db,
    { contractId, userId: user?.userId ?? null, programId, status, version, isRehearsal },
    setting,
  );
}

const answerOf = ({
  program: _,
  isSame: __,
  ...told
}: Awaited<ReturnType<typeof changeProgram>>): ProgramChangeSummary => summaryOf(told);
