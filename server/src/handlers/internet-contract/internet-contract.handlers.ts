import type { contract } from '@kabinet/contract';
import { sharedForecasts } from '#domain/billing/forecast/forecast.queries.ts';
import type { Handler, Handlers } from '#kernel/world.ts';
import { contractOf } from './internet-contract.queries.ts';
import { addressText, arrearsOf } from './internet-contract.rules.ts';
import { allowedDrawPrograms, allowedPrograms, changeProgram, programInfo, programPreview } from './programs.ts';

const get: Handler<typeof contract.internetContract.get> = async (_, { db, subscriber }) => {
  const { town, street, house, flat, ...rest } = await contractOf(db, subscriber);
  return { ...rest, address: addressText({ town, street, house, flat }) };
};

const programArrears: Handler<typeof contract.internetContract.programArrears> = async (_, scope) =>
  (await sharedForecasts(scope.db, scope.subscriber.contractId, scope.today)).flatMap(arrearsOf);

export const internetContractHandlers: Handlers<typeof contract.internetContract> = {
  get,
  programInfo,
  programArrears,
  allowedPrograms,
  allowedDrawPrograms,
  programPreview,
  changeProgram,
};
