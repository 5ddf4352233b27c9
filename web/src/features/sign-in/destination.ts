import { returnPath } from '@kabinet/contract/kernel/pages/return-path';

/** The page after sign-in, below /lk: the requested page, otherwise home. */
export const destination = (search: string): string => returnPath(new URLSearchParams(search).get('return')) ?? '/';
