// A button that was tapped before its script came: the page remembers the last one (build/page-head.ts), and the tap is made up for.

interface Tapped {
  tapped?: HTMLButtonElement | null;
}

/** The button, if the page still has it and it is the one asked for; after that taps are no longer remembered. */
export function takeTapped(isAskedFor: (button: HTMLButtonElement) => boolean): HTMLButtonElement | undefined {
  const page = window as Tapped;
  const { tapped } = page;
  if (tapped && !isAskedFor(tapped)) return undefined;
  page.tapped = null;
  return tapped?.isConnected ? tapped : undefined;
}
