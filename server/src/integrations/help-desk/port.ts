/** One line of the timeline of an order, as the help desk gets it. */
interface HelpDeskEvent {
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

interface Posted {
  readonly body: string;
  readonly signature: string | undefined;
}

/** The provider's own help desk. */
export interface HelpDesk {
  /** Tells of an event; its `event_id` is the same if it is told again. */
  tell(event: HelpDeskEvent, now: Date): Promise<void>;
  /** Whether a message is signed by the help desk, and not long ago. */
  isGenuine(posted: Posted, now: Date): boolean;
}
