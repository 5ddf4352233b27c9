import { contract, type Wire } from '#web/api/contract.ts';

export type MonthServices = Wire<typeof contract.internetAccount.statServices>;

export type AccountLetter = 'i' | 't';

/** Both accounts have the same calls; only the parameter of the service has another name. */
export const accounts = {
  i: {
    name: 'Интернет',
    total: contract.internetAccount.statTotal,
    services: contract.internetAccount.statServices,
    all: contract.internetAccount.statMovements,
    in: contract.internetAccount.statPayments,
    out: contract.internetAccount.statCharges,
    service: 'user_id',
  },
  t: {
    name: 'Телефон',
    total: contract.telephoneAccount.statTotal,
    services: contract.telephoneAccount.statServices,
    all: contract.telephoneAccount.statMovements,
    in: contract.telephoneAccount.statPayments,
    out: contract.telephoneAccount.statCharges,
    service: 'phone_number',
  },
} as const;
