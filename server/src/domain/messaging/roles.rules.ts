/** Who a contact of a contract belongs to. */
export type ContactRole = 'owner' | 'payer' | 'technical';

/** Categories that a role may get, besides the fixed ones. */
export const KINDS_OF_ROLE = {
  owner: ['debt', 'charge', 'payment', 'autopayment', 'service', 'support'],
  payer: ['debt', 'charge', 'payment', 'autopayment'],
  technical: ['service', 'support'],
} as const satisfies Record<ContactRole, readonly string[]>;

/** Whether a category is off by default: only channels that a client has switched on for it send it (`wanted_notice`). */
export const isAskedFor = (category: string): category is 'charge' => category === 'charge';

/** Whether a category cannot be switched off: security, and prices, which a provider must announce. Every channel, free. */
export const isFixed = (category: string): category is 'security' | 'price' =>
  category === 'security' || category === 'price';

/** Roles that get the fixed categories. */
const TOLD_FIXED: Readonly<Record<'security' | 'price', ContactRole[]>> = {
  security: ['owner'],
  price: ['owner', 'payer'],
};

const ROLES = Object.keys(KINDS_OF_ROLE) as readonly ContactRole[];

/** Roles of further contacts that get a category. News go only to first contacts, because these have asked for them. */
export const rolesTold = (category: string): ContactRole[] =>
  isFixed(category)
    ? TOLD_FIXED[category]
    : ROLES.filter((role) => (KINDS_OF_ROLE[role] as readonly string[]).includes(category));
