import { useRef, useState } from 'react';
import type { Wire, contract } from '#web/api/contract.ts';
import { isZero, sumOf } from '#web/shared/money/account-sums.ts';
import { amountProblem } from '#web/shared/money/amount-problem.ts';
import { focusFirstWrong } from '#web/ui/field/field.tsx';
import { addressText, typedText, wireOf } from '../amount/amount.ts';

type Price = Wire<typeof contract.payment.expectedPrice>;

/** A value for each account. */
export type Both<T> = Readonly<Record<'i' | 't', T>>;

const ofBoth = <A, B>({ i, t }: Both<A>, make: (one: A) => B): Both<B> => ({ i: make(i), t: make(t) });

const areBoth = (sums: Both<string | undefined>): sums is Both<string> => sums.i !== undefined && sums.t !== undefined;

/** The sums of the code in the address, so that a reload shows the same one; no navigation. */
function nameInAddress({ i, t }: Both<string>): void {
  const address = `payment/i/${addressText(i)}?t=${addressText(t)}`;
  window.history.replaceState(window.history.state, '', import.meta.env.BASE_URL + address);
}

function textOf(addressed: string | undefined, expected: string): string {
  const wire = addressed === undefined ? expected : wireOf(addressed);
  return wire === undefined ? (addressed ?? '') : typedText(wire);
}

/** The least part is a kopeck: the limits of a payment are those of both parts together. */
function partProblem(text: string, { largest }: Price): string | undefined {
  const wire = wireOf(text);
  if (wire !== undefined && isZero(wire)) return 'Укажите сумму или пополните только другой счёт';
  return amountProblem(text, { smallest: '0.01', largest });
}

interface Read {
  /** The error of each sum. */
  problems: Both<string | undefined>;
  /** The sums without an error. */
  typed: Both<string | undefined>;
  total: string | undefined;
  totalProblem: string | undefined;
  /** Both sums, if they can be paid together. */
  payable: Both<string> | undefined;
}

function read(texts: Both<string>, price: Price): Read {
  const problems = ofBoth(texts, (text) => partProblem(text, price));
  const valid = (p: 'i' | 't') => (problems[p] === undefined ? wireOf(texts[p]) : undefined);
  const typed = { i: valid('i'), t: valid('t') };
  if (!areBoth(typed)) return { problems, typed, total: undefined, totalProblem: undefined, payable: undefined };
  const total = sumOf([typed.i, typed.t]);
  const totalProblem = amountProblem(total, price);
  return { problems, typed, total, totalProblem, payable: totalProblem === undefined ? typed : undefined };
}

const NO_PROBLEMS = { i: undefined, t: undefined };
const areSame = (one: Both<string>, other: Both<string>): boolean => one.i === other.i && one.t === other.t;

/** Both sums as typed, their errors, their total, and the sums of the code. `addressed`: those of the address. */
export function useJointSums(prices: Both<Price>, addressed: Both<string | undefined>) {
  const isAddressed = areBoth(addressed);
  const [texts, setTexts] = useState<Both<string>>({
    i: textOf(addressed.i, prices.i.amount),
    t: textOf(addressed.t, prices.t.amount),
  });
  const [isJudged, setJudged] = useState(isAddressed);
  const now = read(texts, prices.i);
  const { payable } = now;
  const [asked, setAsked] = useState(isAddressed ? payable : undefined);
  const form = useRef<HTMLFormElement>(null);
  return {
    form,
    ...now,
    texts,
    /** The total, if it can be paid. */
    payableTotal: payable && now.total,
    asked,
    askedTotal: asked && sumOf([asked.i, asked.t]),
    problems: isJudged ? now.problems : NO_PROBLEMS,
    /** Other sums are typed than those of the code. */
    isChanged: asked !== undefined && payable !== undefined && !areSame(asked, payable),
    write: (p: 'i' | 't', text: string) => {
      setTexts({ ...texts, [p]: text });
      setJudged(false);
    },
    judge: () => setJudged(true),
    back: () => {
      if (asked) setTexts(ofBoth(asked, typedText));
    },
    pay: () => {
      setJudged(true);
      if (!payable) {
        setTimeout(() => focusFirstWrong(form.current));
        return;
      }
      setAsked(payable);
      nameInAddress(payable);
    },
  };
}
