import type { User } from './situation.rules.ts';

/** How services are grouped on the screens; every type but tv, sip and mail is «Интернет» (specification, 3). */
export type UserKind = 'internet' | 'tv' | 'sip' | 'mail';

const INTERNET_TYPES: readonly User['user_type'][] = [
  'isg',
  'ethernet',
  'homenet',
  'dialup',
  'dialup_t',
  'dialup_city',
];

export const typesOf = (kind: UserKind): readonly User['user_type'][] =>
  kind === 'internet' ? INTERNET_TYPES : [kind];
