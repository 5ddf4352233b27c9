/** One line of the timeline of an order, as the help desk gets it. */
interface OrderEvent {
  readonly event_id: number;
  readonly order_id: number;
  readonly contract_id: number;
  readonly goal: string;
  readonly kind: string;
  readonly state: string;
  readonly author: string;
  readonly author_name: string | null;
  readonly text: string;
  readonly happened_at: string;
  readonly phone: string | null;
  readonly files: readonly { readonly name: string; readonly type: string; readonly bytes: number }[];
}

/** The present state of a request. */
interface Handled {
  /** The step reported: `asked`, `taken`, `late`, `late_again`, `withdrawn`, `finished`. */
  readonly step: string;
  readonly taken_by: string | null;
  readonly result: string | null;
  readonly note: string | null;
}

/** Somebody asks for a call. */
interface CallBackAsked extends Handled {
  readonly kind: 'call_back';
  readonly call_back_id: number;
  readonly phone: string;
  readonly topic: string;
  readonly from: string;
  readonly to: string;
  readonly contract_id: number | null;
  /** How many promised times have passed without a call. */
  readonly late_times: number;
  /** When the client cancelled the call, so that nobody calls him. */
  readonly withdrawn_at: string | null;
}

/** Somebody wants to become a client. */
interface ConnectionAsked extends Handled {
  readonly kind: 'new_client';
  readonly new_client_id: number;
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly plan: string | null;
  readonly coverage: string;
}

export type HelpDeskEvent = OrderEvent | CallBackAsked | ConnectionAsked;

interface Posted {
  readonly body: string;
  readonly signature: string | undefined;
}

/** The provider's own help desk. */
export interface HelpDesk {
  /** Reports an event; a repeat has the same key. */
  tell(event: HelpDeskEvent, key: string, now: Date): Promise<void>;
  /** Whether a message has a valid and recent signature of the help desk. */
  isGenuine(posted: Posted, now: Date): boolean;
}
