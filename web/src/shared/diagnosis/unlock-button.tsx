import { contract } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, range } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { SupportButton } from '#web/shared/service/page/service-support.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';

interface UnlockProps {
  user: Pick<User, 'user_id'>;
  wide?: boolean;
  text?: string;
}

function afterUnlock(reason: User['reason']): string {
  if (reason === 'schedule') return 'Сейчас интернет закрыт графиком доступа';
  return reason === 'debt' ? 'Осталось пополнить счёт' : `Роутер войдёт сам за\u00a0${range(1, 2)}\u00a0минуты`;
}

/** Unlocks what the client may unlock himself; when no attempt is left, shows the time of the next one and a button to call support. */
export function UnlockButton({ user: { user_id }, wide = false, text = 'Разблокировать' }: UnlockProps) {
  const { data: entry } = useCall(contract.internetUser.autoAuth, { params: { id: String(user_id) } });
  const { mutate, isPending } = useAction(contract.internetUser.unlock);
  const unlock = (): void =>
    mutate(
      { body: { user_id } },
      {
        onSuccess: ({ reason }) => void saySuccess('Вход открыт', afterUnlock(reason)),
        onError: (failure) => void sayError(failure, 'Повторите через минуту', 'Не получилось'),
      },
    );
  if (entry?.unlock_from != null) {
    return (
      <>
        <p>{`Здесь это можно трижды за час, снова — ${momentText(entry.unlock_from, dayOf(now()))}.`}</p>
        <SupportButton wide={wide} />
      </>
    );
  }
  return (
    <Button busy={isPending} wide={wide} onClick={unlock}>
      {text}
    </Button>
  );
}
