import { useState } from 'react';
import { counted } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import plane from '../look/plane.module.css';

type Checked = Wire<typeof contract.network.check>;

/** Compares everything with the network, and tells it again what differs. */
export function NetworkCheck() {
  const [found, setFound] = useState<Checked>();
  const check = useChange(contract.network.check);
  const press = (): void =>
    check.mutate(
      {},
      {
        onSuccess: setFound,
        onError: (failure) => void sayError(failure, 'Сеть не ответила. Повторите через минуту', 'Не сверили'),
      },
    );
  return (
    <>
      <Button look="plain" size="sm" busy={check.isPending} onClick={press}>
        Сверить с сетью
      </Button>
      {found && (
        <Dialog open onClose={() => setFound(undefined)} title={checkedTitle(found)}>
          <ul className={plane.rows}>
            {found.differing.map(({ user_id: id, phone_number: phone, fields }) => (
              <li key={`${id ?? ''} ${phone ?? ''}`} className={plane.row}>
                <span>
                  <b>{phone ?? `Услуга ${id ?? ''}`}</b>
                  <span className={plane.sub}>Разошлось: {fields.join(', ')}. Передали заново</span>
                </span>
              </li>
            ))}
          </ul>
          {found.connected.length === 0 && <p>Внешней сети нет: приказы ей только записываются.</p>}
        </Dialog>
      )}
    </>
  );
}

const checkedTitle = ({ differing }: Checked): string =>
  differing.length === 0
    ? 'Сеть делает, что должна'
    : `Разошлось: ${counted(differing.length, 'услуга', 'услуги', 'услуг')}`;
