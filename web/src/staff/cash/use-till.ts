import { useState } from 'react';
import type { contract, Request } from '../api/contract.ts';
import type { DeskView, Payer, PayingAccount } from './cash-data.ts';
import { firstAccount, firstSum, isTooLittle, sumForField, sumTyped } from './sums.rules.ts';

type Body = Request<typeof contract.cash.take>['body'];

/** What the clerk has chosen and typed for one payer, who has an account at least. */
export function useTill(
  payer: Payer,
  first: PayingAccount,
  ofSlip: string | undefined,
  register: DeskView['register'],
) {
  const [kind, setKind] = useState((firstAccount(payer.accounts, payer.named) ?? first).kind);
  const account = payer.accounts.find((one) => one.kind === kind) ?? first;
  const [text, setText] = useState(() => firstSum(account, ofSlip));
  const [given, setGiven] = useState('');
  const [receipt, setReceipt] = useState('');
  const [isJudged, setJudged] = useState(false);
  const needsNumber = register !== 'works';
  const typed = { sum: sumTyped(text), given: sumTyped(given), receipt: receipt.trim(), needsNumber };
  const type = (next: string): void => {
    setText(next);
    setJudged(false);
  };
  return {
    account,
    text,
    type,
    given,
    setGiven,
    receipt,
    setReceipt,
    needsNumber,
    sum: typed.sum,
    choose: (next: 'i' | 't'): void => {
      setKind(next);
      const other = payer.accounts.find((one) => one.kind === next);
      if (other) type(firstSum(other, undefined));
    },
    preset: (index: number): void => {
      const offered = account.presets[index];
      if (offered) type(sumForField(offered.amount));
    },
    /** What is wrong, once somebody has tried. */
    wrong: {
      sum: isJudged && typed.sum === undefined ? 'Введите сумму: рубли, копейки после запятой' : undefined,
      receipt: isJudged && needsNumber && typed.receipt === '' ? 'Впишите номер пробитого чека' : undefined,
    },
    /** The payment as it is sent; undefined: something is missing, and said beside its field. */
    payment: (): Body | undefined => {
      setJudged(true);
      return bodyOf(account, typed);
    },
  };
}

interface Typed {
  readonly sum: string | undefined;
  readonly given: string | undefined;
  readonly receipt: string;
  readonly needsNumber: boolean;
}

function bodyOf({ account_no }: PayingAccount, { sum, given, receipt, needsNumber }: Typed): Body | undefined {
  if (sum === undefined || isTooLittle(given, sum) || (needsNumber && receipt === '')) return undefined;
  return {
    account_no,
    amount: sum,
    ...(given !== undefined && { given }),
    ...(needsNumber && { receipt }),
  };
}
