import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePhoneNumbers } from '#web/shared/data/frame-data.ts';
import type { LoadedQuery } from '#web/shared/page/loaded.tsx';
import type { PhoneNumber } from '#web/shared/service/text/service.texts.ts';

interface NumberAnswer extends LoadedQuery<PhoneNumber> {
  /** The contract has no such number, and never had it. */
  lost: boolean;
}

/** Eleven digits with a leading 7. */
export const NUMBER = /^7\d{10}$/;

/** The phone number of an address; a closed one is searched for in the full list. */
export function usePhoneNumber(wanted: string): NumberAnswer {
  const numbers = usePhoneNumbers();
  const isNumber = NUMBER.test(wanted);
  const find = (list: readonly PhoneNumber[] | undefined) => list?.find(({ phone_number }) => phone_number === wanted);
  const known = find(numbers.data);
  const all = useCall(contract.telephoneNumber.fullList, {}, { enabled: isNumber && numbers.isFetched && !known });
  const data = known ?? find(all.data);
  return {
    data,
    error: all.error ?? (numbers.data ? null : numbers.error),
    refetch: () => Promise.all([numbers.refetch(), all.refetch()]),
    lost: !isNumber || (all.data !== undefined && data === undefined),
  };
}
