/** The kind of a plan and of its services, as the table of plans names it. */
export type ServiceKind = 'internet' | 'tv' | 'sip' | 'mail' | 'telephone';
