import { useDeferredValue, useState } from 'react';
import { keepTogether } from '#web/lib/text/format.ts';
import { within } from '#web/ui/dialog/within.ts';
import { TextArea } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Request } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import type { ServiceOf } from './plan-dialog.tsx';
import { StaffChangeDialog } from './staff-change-dialog.tsx';
import { useRehearsal } from './use-rehearsal.ts';

interface Shown {
  today: string;
  onClose: () => void;
}

interface BlockDialogProps extends Shown {
  service: ServiceOf;
}

interface NumberDialogProps extends Shown {
  number: { readonly phone_number: string; readonly name: string; readonly inDebt: boolean };
}

/** What is closed or opened. */
interface DecideProps<C> extends Shown {
  call: C;
  of: Record<string, string | number>;
  title: string;
  done: string;
  inDebt: boolean;
}

const { block, unblock, blockNumber, unblockNumber } = contract.services;
const MOST_SIGNS = 200;

/** Closes a service by the decision of the provider, with a reason for its subscriber. */
export const BlockDialog = ({ service: { user_id, name, inDebt }, ...shown }: BlockDialogProps) => (
  <Blocking
    {...{ ...shown, inDebt }}
    call={block}
    of={{ user_id }}
    title={`Отключить услугу «${name}»?`}
    done="Услугу отключили"
  />
);

/** Opens it again. */
export const UnblockDialog = ({ service: { user_id, name, inDebt }, ...shown }: BlockDialogProps) => (
  <Unblocking
    {...{ ...shown, inDebt }}
    call={unblock}
    of={{ user_id }}
    title={`Включить услугу «${name}»?`}
    done="Услугу включили"
  />
);

/** The same for a phone number. */
export const BlockNumberDialog = ({ number: { phone_number, name, inDebt }, ...shown }: NumberDialogProps) => (
  <Blocking
    {...{ ...shown, inDebt }}
    call={blockNumber}
    of={{ phone_number }}
    title={`Отключить номер ${name}?`}
    done="Номер отключили"
  />
);

export const UnblockNumberDialog = ({ number: { phone_number, name, inDebt }, ...shown }: NumberDialogProps) => (
  <Unblocking
    {...{ ...shown, inDebt }}
    call={unblockNumber}
    of={{ phone_number }}
    title={`Включить номер ${name}?`}
    done="Номер включили"
  />
);

function Blocking({ call, of, title, done, inDebt, today, onClose }: DecideProps<typeof block | typeof blockNumber>) {
  const [reason, setReason] = useState('');
  const change = useChange(call);
  const written = reason.trim();
  const isFit = written !== '' && written.length <= MOST_SIGNS;
  // The sums do not depend on the words, so that typing asks for nothing again.
  const rehearsal = useRehearsal(call, { ...of, reason: 'Проверка' }, { paused: change.isPending });
  const shown = useDeferredValue(isFit);
  return (
    <StaffChangeDialog
      title={keepTogether(title)}
      verb="Отключить"
      look="cut"
      back="Не отключать"
      rehearsal={shown ? rehearsal : undefined}
      today={today}
      inDebt={inDebt}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        change.mutate({ body: { ...of, reason: written, version } } as unknown as Request<typeof call>, {
          onSuccess: () => {
            saySuccess(done, 'Абонент прочитает причину в кабинете');
            onClose();
          },
          onError: refused,
        })
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

function Unblocking({
  call,
  of,
  title,
  done,
  inDebt,
  today,
  onClose,
}: DecideProps<typeof unblock | typeof unblockNumber>) {
  const change = useChange(call);
  const rehearsal = useRehearsal(call, of, { paused: change.isPending });
  return (
    <StaffChangeDialog
      title={keepTogether(title)}
      verb="Включить"
      back="Не включать"
      rehearsal={rehearsal}
      today={today}
      inDebt={inDebt}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        change.mutate({ body: { ...of, version } } as unknown as Request<typeof call>, {
          onSuccess: () => {
            saySuccess(done, 'Сеть выполнит это за пару минут');
            onClose();
          },
          onError: refused,
        })
      }
    />
  );
}
