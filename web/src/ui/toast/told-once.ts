import { sharedValue, useShared } from '#web/lib/page/shared-value.ts';

// If several parts of a page fail by one cause, the cause is told once, above the page, with one «Повторить всё». Each part then says
// only what is missing.

const told = sharedValue(false);

/** Says whether the cause is told above the page. */
export const tellOnce = told.set;

export const useToldOnce = (): boolean => useShared(told, false);
