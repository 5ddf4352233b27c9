/** Who a contact of a contract belongs to. */
export type Role = 'owner' | 'payer' | 'technical';

/** What a role may be told, beside what is fixed. */
export const KINDS_OF_ROLE = {
  owner: ['debt', 'charge', 'payment', 'autopayment', 'service', 'support'],
  payer: ['debt', 'charge', 'payment', 'autopayment'],
  technical: ['service', 'support'],
} as const satisfies Record<Role, readonly string[]>;

/** What nobody hears unasked: it comes only by the channels that a client has switched on for it (`wanted_notice`). */
export const isAskedFor = (category: string): category is 'charge' => category === 'charge';

/** What comes by each channel, free, and cannot be switched off: safety, and prices, which a provider must tell. */
export const isFixed = (category: string): category is 'security' | 'price' =>
  category === 'security' || category === 'price';

/** Who is told what is fixed. */
const TOLD_FIXED: Readonly<Record<'security' | 'price', Role[]>> = { security: ['owner'], price: ['owner', 'payer'] };

const ROLES = Object.keys(KINDS_OF_ROLE) as readonly Role[];

/** Who among further contacts is told of a category. News go only to the first contacts, which have asked for them. */
export const rolesTold = (category: string): Role[] =>
  isFixed(category)
    ? TOLD_FIXED[category]
    : ROLES.filter((role) => (KINDS_OF_ROLE[role] as readonly string[]).includes(category));
