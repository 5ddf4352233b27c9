import { sharedValue, useShared } from './shared-value.ts';

/** A sheet that any page can open: why a service does not work, or the login and the router settings. */
export interface OpenSheet {
  readonly name: 'trouble' | 'entry';
  /** The service; without one the sheet chooses. */
  readonly userId?: number | undefined;
  readonly phoneNumber?: string | undefined;
}

const open = sharedValue<OpenSheet | undefined>(undefined);

export const openSheet: (sheet: OpenSheet) => void = open.set;
export const closeSheet = (): void => open.set(undefined);

/** The sheet that is open. */
export const useSheet = (): OpenSheet | undefined => useShared(open, undefined);
