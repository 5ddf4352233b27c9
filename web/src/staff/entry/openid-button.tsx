import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import { leaveForOpenId } from './openid.ts';

/** How the provider calls its own sign-in; undefined: it has none, or nobody knows yet. */
export const useOpenIdLabel = (): string | undefined => useAnswer(contract.openId.ways, {}).data?.label ?? undefined;

interface OpenIdButtonProps {
  /** The code of an invitation that is accepted by it. */
  invitation?: string;
}

/** Leaves for the provider's own sign-in, if it has one. */
export function OpenIdButton({ invitation }: OpenIdButtonProps) {
  const label = useOpenIdLabel();
  const [isLeaving, setLeaving] = useState(false);
  if (label === undefined) return null;
  const leave = (): void => {
    setLeaving(true);
    leaveForOpenId(invitation === undefined ? 'enter' : 'invitation', invitation).catch((failure: unknown) => {
      setLeaving(false);
      sayError(failure, 'Вход не открылся. Повторите через минуту');
    });
  };
  return (
    <Button look="line" wide busy={isLeaving} onClick={leave}>
      Войти {label}
    </Button>
  );
}
