import type { LimitSpending } from './sip.texts.ts';

/** What messages about a limit of a line are about (`Notice.topic`). */
export const limitTopic = ({ userId, by }: Pick<LimitSpending, 'userId' | 'by'>): string => `sip-limit:${userId}:${by}`;
