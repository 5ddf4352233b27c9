import { useEffect } from 'react';
import { contract, type Request, type Wire } from '#web/api/contract.ts';
import { callQuery, DECIDED_MS, useAction, useCall } from '#web/api/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { nowMs } from '#web/lib/clock/clock.ts';
import { isOn } from './switch.texts.ts';
import { previewQuery, useAftermath, type ChangeCallbacks } from './use-change.ts';

export type Program = Wire<typeof contract.user.allowedDrawPrograms>[number];
export type ProgramChangeSummary = Wire<typeof contract.user.programPreview>;
type Switched = Request<typeof contract.internetContract.programPreview>['body'];

/** The holder of the programs: a service, or the contract itself. */
export type Whose = number | 'contract';

/** Refetch interval while the network has not applied the change. */
const ASK_AGAIN_MS = 3000;

const ofService = (id: number) => callQuery(contract.user.allowedDrawPrograms, { params: { id: String(id) } });
const ofContract = () => callQuery(contract.internetContract.allowedDrawPrograms, {});

/** Programs for the page; refetched with each visit, because a switch is decided on them, and whenever one of their states ends by itself. */
export function usePrograms(whose: Whose, { enabled = true }: { enabled?: boolean } = {}) {
  const query = whose === 'contract' ? ofContract() : ofService(whose);
  const answer = useQuery<Program[]>({ ...query, enabled, staleTime: DECIDED_MS });
  const { data, dataUpdatedAt, refetch } = answer;
  useEffect(() => {
    const wait = staysFor(data ?? []);
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [data, dataUpdatedAt, refetch]);
  return answer;
}

/** Milliseconds until the state changes by itself (applied by the network, or undo expired); undefined when it does not. */
function staysFor(programs: readonly Program[]): number | undefined {
  if (programs.some(({ is_applied }) => !is_applied)) return ASK_AGAIN_MS;
  const ends = programs.flatMap(({ undo_until }) => (undo_until === null ? [] : Date.parse(undo_until)));
  return ends.length === 0 ? undefined : Math.max(1000, Math.min(...ends) - nowMs());
}

/** The programs that create a TV service (specification, 3). */
const STARTERS = new Set([1252, 1010]);

export const isStarter = ({ programm_id }: Pick<Program, 'programm_id'>): boolean => STARTERS.has(programm_id);

/** Starter programs that are not on: the list `tv-program-init`. */
export const tvProgramInit = (programs: readonly Program[]): Program[] =>
  programs.filter((program) => isStarter(program) && program.control.status !== 'on');

/** `icontractProgramCount`: how many programs of the contract are on; undefined until that is known. */
export const useContractProgramCount = (): number | undefined =>
  useCall(contract.internetContract.allowedDrawPrograms, {}).data?.filter(isOn).length;

export const useProgramPreview = (whose: Whose, body: Switched) =>
  useQuery<ProgramChangeSummary>(
    whose === 'contract'
      ? previewQuery(contract.internetContract.programPreview, body)
      : previewQuery(contract.user.programPreview, { ...body, user_id: whose }),
  );

/** Switches a program; `version` is the state that the client saw. */
export function useProgramChange(whose: Whose) {
  const onContract = useAction(contract.internetContract.changeProgram);
  const onService = useAction(contract.user.changeProgram);
  const aftermath = useAftermath();
  const change = (body: Switched & { version: string }, then: ChangeCallbacks<ProgramChangeSummary>): void => {
    const after = aftermath('Услугу не переключили', then);
    if (whose === 'contract') onContract.mutate({ body }, after);
    else onService.mutate({ body: { ...body, user_id: whose } }, after);
  };
  return { change, isPending: onContract.isPending || onService.isPending };
}

/** The operator's texts: description and terms. */
export function useProgramWords(whose: Whose, programId: number, { enabled = true }: { enabled?: boolean } = {}) {
  const query = { programm_id: programId };
  const ofService = useCall(
    contract.userProgram.info,
    { params: { id: String(whose) }, query },
    { enabled: enabled && whose !== 'contract' },
  );
  const ofContract = useCall(
    contract.internetContract.programInfo,
    { query },
    { enabled: enabled && whose === 'contract' },
  );
  if (whose === 'contract') return { ...ofContract, data: ofContract.data?.text };
  const { data } = ofService;
  return { ...ofService, data: data && data.programm_description + data.offerta };
}
