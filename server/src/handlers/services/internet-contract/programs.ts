import type { contract } from '@kabinet/contract';
import { allowedPrograms, listPrograms } from '#server/domain/changes/program/program-list.ts';
import { programWords } from '#server/domain/changes/program/program.queries.ts';
import { rehearseSwitch, switchProgram } from '#server/domain/changes/program/switch-program.ts';
import { cleanHtml } from '#server/domain/shared/markup.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler, type Subscriber } from '#server/kernel/world.ts';

type Group = typeof contract.internetContract;

const ofContract = ({ contractId }: Subscriber) => ({ contractId, userId: null });

export const programInfo: Handler<Group['programInfo']> = async ({ query: { programm_id } }, { db }) => {
  const words = await programWords(db, 'contract', programm_id);
  if (!words) throw new Problem('not_found');
  return { programm_id, text: cleanHtml(words.description + words.terms) };
};

export const allowedContractPrograms: Handler<Group['allowedPrograms']> = (_, scope) =>
  allowedPrograms(scope, ofContract(scope.subscriber));

export const drawnContractPrograms: Handler<Group['allowedDrawPrograms']> = (_, scope) =>
  listPrograms(scope, ofContract(scope.subscriber));

export const contractProgramPreview = withoutTransaction<Group['programPreview']>(({ body }, scope) =>
  rehearseSwitch(scope, body),
);

export const changeContractProgram: Handler<Group['changeProgram']> = ({ body }, scope) => switchProgram(scope, body);
