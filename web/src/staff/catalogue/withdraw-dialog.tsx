import { rubles } from '#web/lib/text/format.ts';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import type { ShownItem } from './catalogue.texts.ts';

interface WithdrawDialogProps {
  item: ShownItem;
  id: number;
  price: string;
  onClose: () => void;
}

/** Takes a planned price back; whoever was told of it is told again. */
export function WithdrawDialog({ item, id, price, onClose }: WithdrawDialogProps) {
  const withdraw = useChange(contract.prices.withdraw);
  return (
    <CutDialog
      open
      title={`Отозвать ${rubles(price)}?`}
      cut="Отозвать и написать"
      busy={withdraw.isPending}
      onClose={onClose}
      onCut={() =>
        withdraw.mutate(
          { body: { price_change_id: String(id) } },
          {
            onSuccess: () => {
              saySuccess('Отозвали', `«${item.name}»: цена не изменится`);
              onClose();
            },
            onError: (failure) => void sayError(failure, 'Отозвать не получилось. Повторите'),
          },
        )
      }
    >
      Кого уже предупредили, получит второе сообщение: цена остаётся {rubles(item.price)}.
    </CutDialog>
  );
}
