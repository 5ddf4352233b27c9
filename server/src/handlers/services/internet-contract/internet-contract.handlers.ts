import type { contract } from '@kabinet/contract';
import { isPerson, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { maskedName } from '#server/domain/shared/masked-name.rules.ts';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import type { Handler, Handlers } from '#server/kernel/world.ts';
import { contractOf, type ContractRow } from './internet-contract.queries.ts';
import { addressText } from '../../shared/address-text.ts';
import { arrearsOf } from './internet-contract.rules.ts';
import {
  drawnContractPrograms,
  allowedContractPrograms,
  changeContractProgram,
  programInfo,
  contractProgramPreview,
} from './programs.ts';

const get: Handler<typeof contract.internetContract.get> = async (_, { db, subscriber }) => {
  const { town, street, house, flat, ...rest } = await contractOf(db, subscriber);
  const role = subscriber.acting?.role ?? null;
  const names = namesFor(role, rest);
  // Nobody lives at the sign-in of a person without a contract.
  if (role === null && isPerson(rest.contract_id)) return { ...rest, address: '', role: 'none' };
  return { ...rest, ...names, address: addressText({ town, street, house, flat }), role };
};

/** Shortens the client's name for a payer and a technician: they only need to recognise the contract. */
function namesFor(
  role: ShareRole | null,
  { client_name, is_company }: Pick<ContractRow, 'client_name' | 'is_company'>,
) {
  if (role === null || role === 'full') return {};
  const masked = maskedName(client_name, is_company);
  return { client_name: masked, client_name_short: masked };
}

const programArrears: Handler<typeof contract.internetContract.programArrears> = async (_, scope) =>
  (await sharedForecasts(scope.db, scope.subscriber.contractId, scope.today)).flatMap(arrearsOf);

export const internetContractHandlers: Handlers<typeof contract.internetContract> = {
  get,
  programInfo,
  programArrears,
  allowedPrograms: allowedContractPrograms,
  allowedDrawPrograms: drawnContractPrograms,
  programPreview: contractProgramPreview,
  changeProgram: changeContractProgram,
};
