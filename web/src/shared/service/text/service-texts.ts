import { uniqueBy } from '#web/lib/text/unique-by.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';
import type { Tone } from '#web/ui/card/state.tsx';
import type { User } from '#web/shared/data/frame-data.ts';

export interface ServiceMessage {
  kind: 'duty' | 'days_left' | 'info';
  text: string;
}

export const messageLooks: Record<ServiceMessage['kind'], { icon: IconName; tone: Tone }> = {
  duty: { icon: 'circle-alert', tone: 'bad' },
  days_left: { icon: 'clock', tone: 'wait' },
  info: { icon: 'info', tone: 'info' },
};

/** The provider's messages about services: debts first, then how long the money lasts, then news. Without duplicates. */
export function messagesOf(users: readonly Pick<User, 'infos' | 'duty' | 'days_left'>[]): ServiceMessage[] {
  const all = [
    ...users.flatMap(({ duty }) => duty.map(({ text }): ServiceMessage => ({ kind: 'duty', text }))),
    ...users.flatMap(({ days_left }) => days_left.map(({ text }): ServiceMessage => ({ kind: 'days_left', text }))),
    ...users.flatMap(({ infos }) => infos.map(({ text }): ServiceMessage => ({ kind: 'info', text }))),
  ];
  return uniqueBy(all, ({ text }) => text.trim());
}
