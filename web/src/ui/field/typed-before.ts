import { useLayoutEffect, type RefObject } from 'react';

/** Takes over what was typed into a rendered field before its script came: React leaves it on the screen, but the state does not know it. */
export function useTypedBefore(
  field: RefObject<HTMLInputElement | null>,
  known: string,
  onText: (text: string) => void,
): void {
  useLayoutEffect(() => {
    const typed = field.current?.value ?? known;
    if (typed !== known) onText(typed);
    // oxlint-disable-next-line react/exhaustive-deps -- later the state decides what the field shows
  }, []);
}
