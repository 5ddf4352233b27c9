import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { openBody, useConnectCheck, useOpening, type ConnectAnswer, type OpenedContract } from './connect-data.ts';
import { missingText } from './connect.texts.ts';
import { wrongPrinted } from '../look/printed-field.tsx';
import { useDraft, type ConnectDraft } from './draft.ts';

type Missing = Partial<Record<'street' | 'house' | 'name' | 'phone' | 'printed', string>>;

function missingIn({ street, house, name, phone, slot, printed }: ConnectDraft, isStreet: boolean): Missing {
  const wrong = wrongPrinted(printed);
  return {
    ...(street.trim() === '' || !isStreet ? { street: missingText.street } : {}),
    ...(house.trim() === '' ? { house: missingText.house } : {}),
    ...(name.trim() === '' ? { name: missingText.name } : {}),
    ...(slot !== undefined && phone.trim() === '' ? { phone: missingText.phone } : {}),
    ...(wrong === undefined ? {} : { printed: wrong }),
  };
}

/** Nobody but an engineer knows whether a house that is not in the list can be connected. */
const needsEngineer = (check: ConnectAnswer | undefined, { isSure }: ConnectDraft): boolean =>
  check?.place != null && check.place.state !== 'connected' && !isSure;

/** A street is known once it has a place, or as long as the house is not typed. */
const isStreetKnown = (check: ConnectAnswer | undefined): boolean =>
  check === undefined || check.place !== null || check.streets.length === 0;

interface Faults {
  readonly missing: Missing;
  /** What no field is to blame for. */
  readonly unsaid: string | undefined;
}

function faultsOf(draft: ConnectDraft, check: ConnectAnswer | undefined, hasBody: boolean): Faults {
  const missing = missingIn(draft, isStreetKnown(check));
  if (Object.keys(missing).length > 0) return { missing, unsaid: undefined };
  if (needsEngineer(check, draft)) return { missing, unsaid: 'Дом не подключён: отметьте, что инженер подтвердил' };
  if (check?.place === null) return { missing: { street: missingText.street }, unsaid: undefined };
  return { missing, unsaid: hasBody ? undefined : 'Выберите тариф интернета' };
}

/** What the rehearsal says need not be sent to it. */
const besides = ({ phone, request }: ConnectDraft) => ({
  ...(phone.trim() !== '' && { phone }),
  ...(request !== undefined && { request_id: request }),
});

/** The form of a new contract: what the address answers, what it would cost, and the contract itself. */
export function useConnect(owner: string, firstTown: string) {
  const kept = useDraft(owner);
  const draft: ConnectDraft = { ...kept.draft, town: kept.draft.town || firstTown };
  const [isTried, setTried] = useState(false);
  const [opened, setOpened] = useState<OpenedContract>();
  const [refused, setRefused] = useState<Error>();
  const check = useConnectCheck(draft);
  const open = useChange(contract.clients.open);
  const body = openBody(draft, check.data);
  const rehearsal = useOpening(body, open.isPending);
  const { missing, unsaid } = faultsOf(draft, check.data, body !== undefined);
  const taken = takenPrinted(refused ?? (body && rehearsal.error));

  /** Opens the contract; false if something is missing. */
  const submit = (): boolean => {
    setTried(true);
    if (taken.printed === undefined) setRefused(undefined);
    if (!body || unsaid !== undefined || taken.printed !== undefined || Object.keys(missing).length > 0) return false;
    const onSuccess = (answer: OpenedContract): void => {
      setOpened(answer);
      setTried(false);
      kept.clear();
    };
    open.mutate({ body: { ...body, ...besides(draft) } }, { onSuccess, onError: setRefused });
    return true;
  };
  return {
    draft,
    check,
    opened,
    submit,
    ...toldBy(body && rehearsal),
    isSending: open.isPending,
    refused,
    errors: { ...(isTried && missing), ...taken },
    unsaid: isTried ? unsaid : undefined,
    change: (part: Partial<ConnectDraft>) => {
      setRefused(undefined);
      kept.put({ ...draft, ...part });
    },
    next: () => setOpened(undefined),
    clear: kept.clear,
  };
}

/** That another contract has the number of the papers: said at its field, whoever tells it first. */
const takenPrinted = (failure: Error | null | undefined): Missing =>
  failure instanceof ApiError && failure.code === 'printed_no_taken' ? { printed: failure.message } : {};

/** What the rehearsal tells, of what is chosen now. */
function toldBy(rehearsal: ReturnType<typeof useOpening> | undefined) {
  if (!rehearsal) return { told: undefined, error: null, isCounting: false };
  const { data, error, isFetching } = rehearsal;
  return { told: error ? undefined : data, error, isCounting: isFetching };
}
