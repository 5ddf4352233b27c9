import { Callout } from '#web/ui/card/callout.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../../api/contract.ts';
import { useChange } from '../../api/use-call.ts';
import { RehearsedDialog } from '../rehearsed-dialog.tsx';
import { useRehearsal } from '../use-rehearsal.ts';

interface ReopenProps {
  card: { readonly contract_id: number };
  onClose: () => void;
}

/** A contract that was closed lives again; the technician connects its services. */
export function ReopenDialog({ card, onClose }: ReopenProps) {
  const reopen = useChange(contract.clients.reopen);
  const body = { contract_id: card.contract_id };
  const rehearsal = useRehearsal(contract.clients.reopen, body, { paused: reopen.isPending });
  return (
    <RehearsedDialog
      title={`Возобновить договор ${card.contract_id}?`}
      verb="Возобновить"
      back="Не возобновлять"
      rehearsal={rehearsal}
      isBusy={reopen.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        reopen.mutate(
          { body: { ...body, version } },
          {
            onSuccess: () => {
              saySuccess('Договор возобновили', 'Назначьте визит: услуги подключит мастер');
              onClose();
            },
            onError: refused,
          },
        )
      }
      consequences={({ services }) =>
        services.length === 0 ? (
          <Callout tone="info" title="Услуг у договора нет.">
            Их можно добавить после возобновления.
          </Callout>
        ) : (
          <Callout tone="info" title="Мастер подключит:">
            {services.join(', ')}. До этого списаний не будет.
          </Callout>
        )
      }
    />
  );
}
