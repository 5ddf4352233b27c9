import { createContext, useContext } from 'react';
import type { contract, Wire } from './contract.ts';

export type Me = Wire<typeof contract.me.get>;

/** Who works at this page; inside the frame there is always somebody. */
export const MeContext = createContext<Me | undefined>(undefined);

export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('Nobody works at this page.');
  return me;
}

/** Whether a person may make a call, by the words of its command: `card`. */
export const mayDo = ({ calls }: Pick<Me, 'calls'>, words: string): boolean => calls.includes(words);

/** The same for whoever works at this page. */
export const useMay = (words: string): boolean => mayDo(useMe(), words);

/** Whether whoever works at this page has a passkey, which proves who she is. */
export const useHasPasskey = (): boolean => (useMe().session?.passkeys ?? 0) > 0;
