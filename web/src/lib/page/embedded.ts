/** The id of the element with the data that the server has rendered into the page. */
export const EMBEDDED = 'answers';

export interface Embedded {
  /** When the page was rendered, milliseconds of the epoch. */
  readonly moment: number;
  /** What the cache begins with. */
  readonly entries: readonly (readonly [key: readonly unknown[], data: unknown])[];
}

let taken: Embedded | undefined;

/** The data that came with the page; undefined if the server has rendered nothing. The element is removed. */
export function takeEmbedded(): Embedded | undefined {
  const element = document.getElementById(EMBEDDED);
  if (!element) return undefined;
  element.remove();
  taken = JSON.parse(element.textContent) as Embedded;
  return taken;
}

/** Whether the page came with its data. */
export const hasEmbedded = (): boolean => taken !== undefined;

/** Whether the page came with its data, at an address with this part. */
export const cameAt = (part: string) => (): boolean => hasEmbedded() && window.location.pathname.includes(part);
