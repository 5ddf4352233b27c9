import { returnPath } from '@kabinet/contract/kernel/return-path';

/** Where to go after signing in, below /lk: the page one was going to, else home. */
export const destination = (search: string): string => returnPath(new URLSearchParams(search).get('return')) ?? '/';
