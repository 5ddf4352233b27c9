/** Gives an open dialog its entry of the history; the returned function takes it away. */
export type Enter = (element: HTMLDialogElement, close: () => void) => () => void;

/** For `dialog-history.ts`, which comes after the first screen; until then a dialog works as the browser's own. */
export let provideHistory: (enter: Enter) => void;
const provided = new Promise<Enter>((resolve) => (provideHistory = resolve));

export const inHistory: Enter = (...dialog) => {
  const entered = provided.then((enter) => enter(...dialog));
  return () => void entered.then((leave) => leave());
};
