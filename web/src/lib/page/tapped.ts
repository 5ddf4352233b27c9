// The page remembers the last button that was tapped before its script came (build/page-head.ts); the script then repeats the tap.

interface Tapped {
  tapped?: HTMLButtonElement | null;
}

/** Takes the remembered button if the caller wants it and the page still has it; after that no tap is remembered. */
export function takeTapped(isAskedFor: (button: HTMLButtonElement) => boolean): HTMLButtonElement | undefined {
  const page = window as Tapped;
  const { tapped } = page;
  if (tapped && !isAskedFor(tapped)) return undefined;
  page.tapped = null;
  return tapped?.isConnected ? tapped : undefined;
}
