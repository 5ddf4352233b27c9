import type { contract } from '@kabinet/contract';
import { sharedForecasts } from '#domain/forecast/forecast.queries.ts';
import type { PlainHandlers } from '#domain/call/plain-handlers.ts';
import { notBuilt } from '#domain/call/not-built.ts';
import { contractOf } from './internet-contract.queries.ts';
import { addressText, arrearsOf } from './internet-contract.rules.ts';

export const internetContractHandlers: PlainHandlers<typeof contract.internetContract> = {
  get: async (_, { db, subscriber }) => {
    const { town, street, house, flat, ...rest } = await contractOf(db, subscriber);
    return { ...rest, address: addressText({ town, street, house, flat }) };
  },
  programArrears: async (_, { db, subscriber, today }) =>
    (await sharedForecasts(db, subscriber.contractId, today)).flatMap(arrearsOf),
  programInfo: notBuilt,
  allowedPrograms: notBuilt,
  allowedDrawPrograms: notBuilt,
  changeProgram: notBuilt,
};
