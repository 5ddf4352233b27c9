import type { User } from './situation.rules.ts';

/** The filter of a list: one type, or every type shown under «Интернет» (specification, 3). */
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
