/** Who a contact of a contract belongs to. */
export type Role = 'owner' | 'payer' | 'technical';

/** What a role may be told, beside security, which only owners are told. */
export const KINDS_OF_ROLE = {
  owner: ['debt', 'charge', 'payment', 'autopayment', 'service', 'support'],
  payer: ['debt', 'charge', 'payment', 'autopayment'],
  technical: ['service', 'support'],
} as const satisfies Record<Role, readonly string[]>;

/** What nobody hears unasked: it comes only by the channels that a client has switched on for it (`wanted_notice`). */
export const isAskedFor = (category: string): category is 'charge' => category === 'charge';

const ROLES = Object.keys(KINDS_OF_ROLE) as readonly Role[];

/** Who among further contacts is told of a category. News go only to the first contacts, which have asked for them. */
export const rolesTold = (category: string): Role[] =>
  category === 'security'
    ? ['owner']
    : ROLES.filter((role) => (KINDS_OF_ROLE[role] as readonly string[]).includes(category));
