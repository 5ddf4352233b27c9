import { wanted } from '#web/api/batch.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { maySee, useFrameMay, useRole } from './role.ts';

export type Account = Wire<typeof contract.internetAccount.get>;
export type User = Wire<typeof contract.user.list>[number];
export type ServicesOverview = NonNullable<Wire<typeof contract.user.overview>>;
export type Notice = Wire<typeof contract.notice.getMessages>[number];
export type Client = Wire<typeof contract.internetContract.get>;

/** The lists of services come at once for a contract of few; one of many gets its overview instead (decision 0189). */
const OF_FEW = { when: 'few' };

/** The calls that the frame and the home screen need at once, in one request. The contract comes first, because it shows whose data these are. */
export const firstCalls = [
  wanted(contract.internetContract.get, {}),
  wanted(contract.internetAccount.get, {}),
  wanted(contract.telephone.get, {}),
  wanted(contract.telephoneNumber.list, {}, OF_FEW),
  wanted(contract.user.list, {}, OF_FEW),
  wanted(contract.user.overview, {}),
  wanted(contract.notice.getMessages, {}),
  wanted(contract.support.getOrders, {}),
];

/** «Договор 100001», «Договор ЮЛ-30003/17»; a person without a contract has only her sign-in. */
export const contractText = (one: Pick<Client, 'contract_id' | 'printed_no'>): string =>
  one.contract_id > 0 ? `Договор ${contractNo(one)}` : 'Ваш вход';

/** The client, with the displayed name from `client_name_io`; the variants are blanked (specification, 3). */
export function useClient() {
  const { data, ...rest } = useCall(contract.internetContract.get, {});
  return {
    ...rest,
    data: data && { ...data, client_name: data.client_name_io, client_name_io: '', client_name_short: '' },
  };
}
export const useInternetAccount = () =>
  useCall(contract.internetAccount.get, {}, { enabled: maySee(useRole(), '/payment/') });
/** A contract of many services in short; null for one of few, whose services are listed. Undefined until it is known. */
export function useMany(): ServicesOverview | null | undefined {
  const { data, error } = useCall(contract.user.overview, {});
  return error && !data ? null : data;
}
export const useUsers = (enabled = true) => useCall(contract.user.list, {}, { enabled });
export const usePhoneNumbers = (enabled = true) => useCall(contract.telephoneNumber.list, {}, { enabled });

/** The wire's empty list means that the contract has no telephone account. */
export const telephoneOf = (answer: Wire<typeof contract.telephone.get> | undefined): Account | undefined =>
  answer === undefined || Array.isArray(answer) ? undefined : answer;

/** The telephone account; `data` is undefined both while it loads and for a contract without telephones. */
export function useTelephone() {
  const { data, ...rest } = useCall(contract.telephone.get, {}, { enabled: maySee(useRole(), '/payment/') });
  return { ...rest, data: telephoneOf(data) };
}

const PAST = new Set(['done', 'cancelled']);
/** How many support orders are not closed yet. */
export function useOpenOrders(): number {
  const { data } = useCall(
    contract.support.getOrders,
    {},
    { enabled: useFrameMay((role) => maySee(role, '/support/')) },
  );
  return data?.items.filter(({ state }) => !PAST.has(state)).length ?? 0;
}
