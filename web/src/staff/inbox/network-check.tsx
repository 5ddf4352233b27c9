import { useState } from 'react';
import { networkFieldsText } from '@kabinet/contract/kernel/network/field-names';
import { Link } from '#web/lib/page/router.tsx';
import { counted, phone } from '#web/lib/text/format.ts';
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
          {found.differing.length > 0 && <Differing found={found} />}
          {found.connected.length === 0 && <p>Внешней сети нет: приказы ей только записываются.</p>}
        </Dialog>
      )}
    </>
  );
}

const Differing = ({ found: { differing } }: { found: Checked }) => (
  <ul className={plane.rows}>
    {differing.map(({ contract_id: contractId, user_id: id, phone_number: number, fields }) => (
      <li key={`${id ?? ''} ${number ?? ''}`} className={plane.row}>
        <span>
          <Link to={`/contracts/${contractId}`}>
            Договор {contractId}, {number === null ? `услуга ${id ?? ''}` : phone(number)}
          </Link>
          <span className={plane.sub}>Разошлось: {networkFieldsText(fields)}. Передаём заново</span>
        </span>
      </li>
    ))}
  </ul>
);

const RIGHT = { connected: 'Сеть делает, что должна', recorded: 'Сеть не\u00a0подключена' } as const;

const checkedTitle = ({ connected, differing }: Checked): string =>
  differing.length === 0
    ? RIGHT[connected.length === 0 ? 'recorded' : 'connected']
    : `Разошлось: ${counted(differing.length, 'услуга', 'услуги', 'услуг')}`;
