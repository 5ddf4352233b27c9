import type { Kopecks } from '@kabinet/contract/kernel/money';

/** The recipient of a bank transfer, as set by the operator. */
export interface TransferRecipient {
  readonly name: string;
  readonly inn: string;
  readonly kpp?: string | undefined;
  readonly account: string;
  readonly bank: string;
  readonly bic: string;
  readonly corr_account: string;
}

/** The payment: the client's account, and the sum if there is one. */
interface Paid {
  readonly accountNo: string;
  readonly amount: Kopecks | undefined;
}

/** The purpose of the payment, passed on by the payer's bank; the account in it identifies the payment. */
export const purposeOf = ({ accountNo }: Pick<Paid, 'accountNo'>): string =>
  `Оплата услуг связи, лицевой счёт ${accountNo}`;

/**
 * The code of a receipt by ГОСТ Р 56042-2014, which bank applications read: UTF-8, kopecks. It holds nothing about the
 * client except the account number (152-ФЗ).
 */
export function gostQr(to: TransferRecipient, { accountNo, amount }: Paid): string {
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

/** A separator inside a value would start a new field. */
const cleaned = (value: string): string => value.replaceAll('|', ' ').replace(/\s+/g, ' ').trim();
