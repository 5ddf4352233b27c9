/**
 * What the router and the open dialogs know of each other. A dialog has an entry of the history of its own (`ui/dialog/dialog-history.ts`),
 * with the address of the page below it.
 */
export const turn: {
  /** The path of the page on the screen. */
  path?: string;
  /** A closed dialog is taking its entry out: a page that is opened meanwhile comes after that. */
  pending?: Promise<void> | undefined;
  /** Whether a step through the history was one between the dialogs of a page: then the router stays where it is. */
  isWithin?: () => boolean;
} = {};

/** The state of the present entry. */
export interface EntryState {
  /** The entry belongs to a dialog: how many of them are open in it. */
  dialog?: number;
  /** The address names the dialog, so that a reload, or coming back, opens it again. */
  named?: boolean;
}

export const entryState = (): EntryState => (window.history.state ?? {}) as EntryState;

/** Names the dialog that is open in the address of its entry; an empty name forgets it. The router is not notified, because nothing on the page changes. */
export const nameDialog = (name: string): void =>
  window.history.replaceState({ ...entryState(), named: name !== '' }, '', name || window.location.pathname);
