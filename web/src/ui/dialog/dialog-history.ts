import { sharedValue } from '#web/lib/page/shared-value.ts';
import { entryState, turn } from '#web/lib/page/turn.ts';
import { provideHistory, type Enter } from './in-history.ts';

// Every open dialog has an entry of the history, with the address of the page below it. Back closes the dialog instead of leaving the
// page; a dialog that is closed otherwise takes its entry out. Loaded after the first screen, because nothing is open before.

interface OpenDialog {
  readonly close: () => void;
  /** The fields in which the client has typed. */
  readonly typed: Set<HTMLInputElement | HTMLTextAreaElement>;
}

/** In the order in which they were opened. */
const open: OpenDialog[] = [];

/** The router shows the page of the present address. */
const isSamePage = (): boolean => window.location.pathname === turn.path;
const depth = (): number => entryState().dialog ?? 0;

/** A field that is gone was sent, or belonged to an earlier step. */
const isTyped = ({ typed }: OpenDialog): boolean =>
  [...typed].some((field) => field.isConnected && field.value.trim() !== '');

/** A page that is opened waits no longer for a step. */
const TURN_MS = 1000;

let arrived: (() => void) | undefined;

/** Steps through the history. `keeps`: the page keeps its present address. */
function step(by: number, keeps: boolean): void {
  const { named } = entryState();
  const address = window.location.href;
  turn.pending = new Promise((resolve) => {
    const go = (): void => {
      turn.pending = undefined;
      resolve();
    };
    // A step that does not come holds up neither a page nor the next dialog, which has no entry yet.
    const late = setTimeout(() => {
      arrived = undefined;
      go();
      if (depth() < open.length) settle();
    }, TURN_MS);
    arrived = () => {
      clearTimeout(late);
      arrived = undefined;
      if (keeps && isSamePage()) window.history.replaceState({ ...entryState(), named }, '', address);
      go();
      settle();
    };
  });
  window.history.go(by);
}

let settling: ReturnType<typeof setTimeout> | undefined;

/** Makes the entries as many as the dialogs. Not at once: one dialog may take the place of another, and an effect may run twice. */
function settle(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    if (arrived) return;
    const surplus = depth() - open.length;
    for (let dialog = depth() + 1; dialog <= open.length; dialog += 1) {
      window.history.pushState({ ...entryState(), dialog }, '', window.location.href);
    }
    if (surplus > 0) step(-surplus, true);
  });
}

/** Closes these dialogs, the top one first, or asks about the first in which something was typed. */
function closeAll(closing: readonly OpenDialog[]): void {
  for (const one of closing.toReversed()) {
    if (isTyped(one)) {
      leaving.set(one);
      return;
    }
    one.close();
  }
}

/** Whether a step stays on the page. */
function hear(): boolean {
  const surplus = depth() - open.length;
  const isSame = isSamePage();
  if (arrived) arrived();
  else if (!isSame) for (const one of open.toReversed()) one.close();
  else if (surplus !== 0) turnWithin(surplus);
  else return false;
  return isSame;
}

/** A step between the dialogs of a page. */
function turnWithin(surplus: number): void {
  // Forward, to a dialog that is closed: nothing is opened or done again.
  if (surplus > 0) {
    step(-surplus, false);
    return;
  }
  const closing = open.slice(depth());
  if (closing.some(isTyped)) step(-surplus, false);
  closeAll(closing);
  settle();
}

/** Gives an open dialog its entry, its Esc and its backdrop. */
const enter: Enter = (element, close) => {
  const own: OpenDialog = { close, typed: new Set() };
  const listening = new AbortController();
  const listen = (type: string, hear: (event: Event) => void): void =>
    element.addEventListener(type, (event) => hear(event), { signal: listening.signal });
  const dismiss = (event: Event): void => {
    if (event.target !== element) return;
    event.preventDefault();
    closeAll([own]);
  };
  listen('cancel', dismiss);
  // The backdrop is part of the dialog element: a press on it targets the dialog outside its sheet.
  listen('click', dismiss);
  // A browser may close it without asking.
  listen('close', () => element.open || close());
  listen('input', ({ target }) => {
    if (isTextField(target)) own.typed.add(target);
  });
  open.push(own);
  settle();
  return () => {
    listening.abort();
    open.splice(open.indexOf(own), 1);
    settle();
  };
};

/** The server renders what this file belongs to, too. */
if (typeof window !== 'undefined') {
  turn.isWithin = hear;
  // The page was loaded in the entry of a dialog that nothing can open again.
  if (depth() > 0 && entryState().named !== true) settle();
  provideHistory(enter);
}

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(?:checkbox|radio|range|file|search)$/.test(target.type));

// The question whether to lose what was typed. One component shows it, over the dialog (`shared/confirmation/leave-dialog.tsx`).

/** The dialog in question. */
export const leaving = sharedValue<OpenDialog | undefined>(undefined);

/** Closes the dialog in question, or leaves it open. */
export function answerLeaving(isSure: boolean): void {
  const about = leaving.get();
  leaving.set(undefined);
  if (isSure) about?.close();
}
