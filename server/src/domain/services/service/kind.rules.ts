import type { User } from './situation.rules.ts';

/** What a list may be asked for: one type, or every type that is shown under «Интернет» (specification, 3). */
export type UserFilter = 'internet' | User['user_type'];

const INTERNET_TYPES: readonly User['user_type'][] = [
  'isg',
  'ethernet',
  'homenet',
  'dialup',
  'dialup_t',
  'dialup_city',
];

export const typesOf = (filter: UserFilter): readonly User['user_type'][] =>
  filter === 'internet' ? INTERNET_TYPES : [filter];
