import { useDeferredValue, useState } from 'react';
import { keepTogether } from '#web/lib/text/format.ts';
import { within } from '#web/ui/dialog/within.ts';
import { TextArea } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import type { ServiceOf } from './plan-dialog.tsx';
import { StaffChangeDialog } from './staff-change-dialog.tsx';
import { useRehearsal } from './use-rehearsal.ts';

interface BlockDialogProps {
  service: ServiceOf;
  today: string;
  onClose: () => void;
}

const MOST_SIGNS = 200;

/** Closes a service by the decision of the provider, with a reason for its subscriber. */
export function BlockDialog({ service, today, onClose }: BlockDialogProps) {
  const [reason, setReason] = useState('');
  const change = useChange(contract.services.block);
  const written = reason.trim();
  const isFit = written !== '' && written.length <= MOST_SIGNS;
  // The sums do not depend on the words, so that typing asks for nothing again.
  const rehearsal = useRehearsal(
    contract.services.block,
    { user_id: service.user_id, reason: 'Проверка' },
    { paused: change.isPending },
  );
  const shown = useDeferredValue(isFit);
  return (
    <StaffChangeDialog
      title={keepTogether(`Отключить услугу «${service.name}»?`)}
      verb="Отключить"
      look="cut"
      back="Не отключать"
      rehearsal={shown ? rehearsal : undefined}
      today={today}
      inDebt={service.inDebt}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        change.mutate(
          { body: { user_id: service.user_id, reason: written, version } },
          {
            onSuccess: () => {
              saySuccess('Услугу отключили', 'Абонент прочитает причину в кабинете');
              onClose();
            },
            onError: refused,
          },
        )
      }
    >
      <TextArea
        label="Причина, её прочитает абонент"
        rows={3}
        {...within(MOST_SIGNS, {
          value: reason,
          hint: 'Например: «Закончился срок договора, нужны новые документы»',
        })}
        onChange={({ target }) => setReason(target.value)}
      />
    </StaffChangeDialog>
  );
}

/** Opens it again. */
export function UnblockDialog({ service, today, onClose }: BlockDialogProps) {
  const change = useChange(contract.services.unblock);
  const body = { user_id: service.user_id };
  const rehearsal = useRehearsal(contract.services.unblock, body, { paused: change.isPending });
  return (
    <StaffChangeDialog
      title={keepTogether(`Включить услугу «${service.name}»?`)}
      verb="Включить"
      back="Не включать"
      rehearsal={rehearsal}
      today={today}
      inDebt={service.inDebt}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        change.mutate(
          { body: { ...body, version } },
          {
            onSuccess: () => {
              saySuccess('Услугу включили', 'Сеть выполнит это за пару минут');
              onClose();
            },
            onError: refused,
          },
        )
      }
    />
  );
}
