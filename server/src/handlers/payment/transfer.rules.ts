import type { Kopecks } from '@kabinet/contract/kernel/money';

/** Where a bank transfer goes, as the operator set it. */
export interface Recipient {
  readonly name: string;
  readonly inn: string;
  readonly kpp?: string | undefined;
  readonly account: string;
  readonly bank: string;
  readonly bic: string;
  readonly corr_account: string;
}

/** What is paid: the account of the client, and the sum when there is one. */
interface Paid {
  readonly accountNo: string;
  readonly amount: Kopecks | undefined;
}

/** What the payer's bank passes on: by the account named in it the money finds its way. */
export const purposeOf = ({ accountNo }: Pick<Paid, 'accountNo'>): string =>
  `Оплата услуг связи, лицевой счёт ${accountNo}`;

/**
 * The code of a receipt by ГОСТ Р 56042-2014, which applications of banks read: UTF-8, kopecks. Nothing of the client but the
 * number of his account (152-ФЗ).
 */
export function gostQr(to: Recipient, { accountNo, amount }: Paid): string {
  const fields: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Name', to.name],
    ['PersonalAcc', to.account],
    ['BankName', to.bank],
    ['BIC', to.bic],
    ['CorrespAcc', to.corr_account],
    ['PayeeINN', to.inn],
    ['KPP', to.kpp],
    ['Sum', amount === undefined ? undefined : String(amount)],
    ['PersAcc', accountNo],
    ['Purpose', purposeOf({ accountNo })],
  ];
  const written = fields.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${cleaned(value)}`));
  return ['ST00012', ...written].join('|');
}

/** The sign that parts the fields would begin another one. */
const cleaned = (value: string): string => value.replaceAll('|', ' ').replace(/\s+/g, ' ').trim();
