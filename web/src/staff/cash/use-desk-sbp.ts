import { useState } from 'react';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';

type Code = Wire<typeof contract.payments.sbp>;

/** The code that is shown to one payer. */
export function useDeskSbp() {
  const [code, setCode] = useState<Code>();
  const make = useChange(contract.payments.sbp);
  return {
    code,
    isMaking: make.isPending,
    forget: (): void => setCode(undefined),
    order: (account_no: string, amount: string): void =>
      make.mutate(
        { body: { account_no, amount } },
        { onSuccess: setCode, onError: (failure) => void sayError(failure, 'Повторите', 'Кода нет') },
      ),
  };
}

export type DeskSbp = ReturnType<typeof useDeskSbp>;
