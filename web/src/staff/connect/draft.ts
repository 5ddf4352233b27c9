import { useState } from 'react';
import type { Wire, contract } from '../api/contract.ts';

type Asked = Wire<typeof contract.connect.waiting>['requests'][number];

/** What is typed of a new contract. */
export interface ConnectDraft {
  readonly town: string;
  readonly street: string;
  readonly house: string;
  readonly flat: string;
  readonly name: string;
  readonly company: boolean;
  readonly phone: string;
  /** The number on the papers of the contract; empty: the next one of ours. */
  readonly printed: string;
  readonly plan: number | undefined;
  readonly tv: number | undefined;
  /** The window of the technician; undefined: later. */
  readonly slot: number | undefined;
  /** undefined: the first of the month. */
  readonly billingDay: number | undefined;
  /** The guest’s request that ends with the contract. */
  readonly request: number | undefined;
  /** The house is not in the list of the network, and somebody has said that it can be connected. */
  readonly isSure: boolean;
}

const NO_DRAFT: ConnectDraft = {
  town: '',
  street: '',
  house: '',
  flat: '',
  name: '',
  company: false,
  phone: '',
  printed: '',
  plan: undefined,
  tv: undefined,
  slot: undefined,
  billingDay: undefined,
  request: undefined,
  isSure: false,
};

/** What a guest has said of himself. */
export const draftOf = ({ request_id, town, street, house, flat, name, phone, plan_id }: Asked): ConnectDraft => ({
  ...NO_DRAFT,
  ...{ town, street, house, name, phone },
  flat: flat ?? '',
  plan: plan_id ?? undefined,
  request: request_id,
});

/** Where the draft waits while its page is reloaded: what is known of people does not stay on a shared computer. */
const KEPT = 'kabinet-connect-draft';

function kept(owner: string): ConnectDraft | undefined {
  const [whose, draft] = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as [string?, ConnectDraft?];
  return whose === owner && draft ? { ...NO_DRAFT, ...draft } : undefined;
}

export const isEmptyDraft = (draft: ConnectDraft): boolean =>
  [draft.street, draft.house, draft.name, draft.phone].every((text) => text.trim() === '');

/** The draft of one person; it survives a reload. */
export function useDraft(owner: string) {
  const [draft, setDraft] = useState<ConnectDraft>(() => kept(owner) ?? NO_DRAFT);
  const put = (next: ConnectDraft): void => {
    setDraft(next);
    if (isEmptyDraft(next)) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify([owner, next]));
  };
  return {
    draft,
    put,
    change: (part: Partial<ConnectDraft>) => put({ ...draft, ...part }),
    clear: () => put({ ...NO_DRAFT, town: draft.town }),
  };
}
