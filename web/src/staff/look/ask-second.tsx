import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Request } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';

/** Whether one person alone may not do it. */
const needsSecond = (failure: Error | undefined): boolean =>
  failure instanceof ApiError && failure.code === 'second_person_needed';

interface AskSecondProps {
  /** The refusal; anything else asks nobody. */
  failure: Error | undefined;
  /** The words of the command that was refused, and its body. */
  call: string;
  input: Request<typeof contract.approvals.ask>['body']['input'];
  reason: string;
  onAsked: () => void;
  /** Whoever may not make the call himself asks at once. */
  isOnlyAsked?: boolean;
}

/** Asks a second person for exactly what was refused: it is done when he agrees. */
export function AskSecond({ failure, call, input, reason, onAsked, isOnlyAsked = false }: AskSecondProps) {
  const ask = useChange(contract.approvals.ask);
  const may = useMay('approvals ask');
  if (!may || !(isOnlyAsked || needsSecond(failure))) return null;
  const send = (): void =>
    ask.mutate(
      { body: { call, input, reason } },
      {
        onSuccess: () => {
          saySuccess('Попросили', 'Выполнится, когда второй человек согласится');
          onAsked();
        },
        onError: (failure) => void sayError(failure, 'Попросить не получилось. Повторите'),
      },
    );
  return (
    <Button look="soft" busy={ask.isPending} onClick={send}>
      Попросить второго человека
    </Button>
  );
}
