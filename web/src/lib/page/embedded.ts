/** The id of the element with the answers that the server has rendered into the page. */
export const EMBEDDED = 'answers';
/** The part of the answers that is no answer: the moment of the rendering, milliseconds of the epoch. */
export const MOMENT = 'moment';

let taken: Readonly<Record<string, unknown>> | undefined;

/** The answers that came with the page; undefined if the server has rendered nothing. The element is removed. */
export function takeEmbedded(): Readonly<Record<string, unknown>> | undefined {
  const element = document.getElementById(EMBEDDED);
  if (!element) return undefined;
  element.remove();
  taken = JSON.parse(element.textContent) as Readonly<Record<string, unknown>>;
  return taken;
}

/** Whether the page came with its answers. */
export const hasEmbedded = (): boolean => taken !== undefined;
