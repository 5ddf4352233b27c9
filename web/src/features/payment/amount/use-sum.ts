import { useRef, useState } from 'react';
import type { Wire, contract } from '#web/api/contract.ts';
import { amountProblem } from '#web/shared/money/amount-problem.ts';
import { focusFirstWrong } from '#web/ui/field/field.tsx';
import { addressText, fits, typedText, wireOf } from './amount.ts';
import type { AccountKind } from '../ways/use-sbp.ts';

type Price = Wire<typeof contract.payment.expectedPrice>;

/** Puts the sum of the code into the address, so that a reload shows the same code. This is not a navigation: the page does not scroll. */
function nameInAddress(p: AccountKind, amount: string): void {
  window.history.replaceState(
    window.history.state,
    '',
    `${import.meta.env.BASE_URL}payment/${p}/${addressText(amount)}`,
  );
}

/** What the form begins with: the sum of the address, or the first one that is possible. */
export function firstText({ amount, suggestions, ...limits }: Price, addressed: string | undefined): string {
  if (addressed !== undefined) {
    const wire = wireOf(addressed);
    return wire === undefined ? addressed : typedText(wire);
  }
  const best = [amount, ...suggestions.map((suggestion) => suggestion.amount)].find((sum) =>
    fits(typedText(sum), limits),
  );
  return best === undefined ? '' : typedText(best);
}

/** The sum: as typed, its error, and the sum of the code. */
export function useSum(p: AccountKind, price: Price, addressed: string | undefined) {
  const [text, setText] = useState(() => firstText(price, addressed));
  const [isJudged, setJudged] = useState(addressed !== undefined);
  const problem = amountProblem(text, price);
  const typed = problem === undefined ? wireOf(text) : undefined;
  const [asked, setAsked] = useState(addressed === undefined ? undefined : typed);
  const form = useRef<HTMLFormElement>(null);
  return {
    form,
    text,
    typed,
    asked,
    problem: isJudged ? problem : undefined,
    other: asked !== undefined && typed !== undefined && typed !== asked ? typed : undefined,
    write: (next: string) => {
      setText(next);
      setJudged(false);
    },
    judge: () => setJudged(text !== ''),
    pay: () => {
      setJudged(true);
      if (typed === undefined) {
        setTimeout(() => focusFirstWrong(form.current));
        return;
      }
      setAsked(typed);
      nameInAddress(p, typed);
    },
  };
}
