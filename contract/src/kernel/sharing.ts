/** What somebody else may do with a contract that is shared with him. The owner himself has no role. */
export const SHARE_ROLES = ['payer', 'technician', 'full'] as const;
export type ShareRole = (typeof SHARE_ROLES)[number];

/**
 * Whether the number is that of a person who has no contract of her own, only a sign-in (decision 0192). Contracts of the provider have
 * positive numbers.
 */
export const isPerson = (contractId: number): boolean => contractId < 0;

/** Who of the members may make a call, besides the owner; none: the owner alone. Full access lacks nothing that another role has. */
export type Members =
  | readonly []
  | readonly ['full']
  | readonly ['payer', 'full']
  | readonly ['technician', 'full']
  | readonly ['payer', 'technician', 'full'];

/** «У вас доступ плательщика». */
export const ROLE_OF: Record<ShareRole, string> = {
  payer: 'доступ плательщика',
  technician: 'доступ мастера',
  full: 'полный доступ',
};

/** What a role may do, and what it may not: told before somebody agrees, and when he is refused. */
export const ROLE_MEANS: Record<ShareRole, { readonly may: string; readonly mayNot: string }> = {
  payer: {
    may: 'видеть остаток, платежи, списания и чеки, платить',
    mayNot: 'видеть звонки, почту, пароли и заявки, менять услуги',
  },
  technician: {
    may: 'видеть, что с интернетом, его логин и сеансы, снимать блокировку, менять график доступа, писать в поддержку',
    mayNot: 'видеть деньги, платежи, звонки, почту и контакты, менять тариф',
  },
  full: {
    may: 'всё, что владельцу: платить, менять тарифы и услуги, читать звонки',
    mayNot:
      'менять пароль кабинета, ключи и контакты для входа, включать автоплатёж, выбирать адрес для счетов и копий писем, решать, кому открыт договор',
  },
};
