import type { ListedService } from '#web/shared/service/text/service.texts.ts';

/** If more services are broken, only the list shows them, with those that need attention first. */
const MOST_CARDS = 2;

/** Services that do not work for another reason than debt, if each can have its card. */
export function brokenOf(services: readonly ListedService[]): readonly ListedService[] {
  const broken = services.filter(({ state, reason, user }) => user && state === 'blocked' && reason !== 'debt');
  return broken.length > MOST_CARDS ? [] : broken;
}
