import type { Instant } from '@kabinet/contract/kernel/day';
import { issuedText } from '#server/domain/shared/text.rules.ts';

/** A client's text without control characters, which a terminal would obey. */
export const plain = (text: string): string => text.replace(/\p{C}+/gu, ' ');
export const when = (at: Instant | null, zone: string): string => (at === null ? '—' : issuedText(at, zone));
/** A line that names the time zone of the times above it. */
export const clock = (zone: string): string => `Время: ${zone}`;
export const total = (count: number): string => (count === 0 ? 'Таких нет' : `Всего ${count}`);
