/** Answers that were begun and not sent, by person and order: whoever comes back finds what he had typed. */
const drafts = new Map<string, string>();

const keyOf = (login: string, orderId: number): string => `${login}/${orderId}`;

export const orderDraft = (login: string, orderId: number): string => drafts.get(keyOf(login, orderId)) ?? '';

export function keepOrderDraft(login: string, orderId: number, text: string): void {
  if (text === '') drafts.delete(keyOf(login, orderId));
  else drafts.set(keyOf(login, orderId), text);
}
