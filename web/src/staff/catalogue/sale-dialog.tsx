import { useState } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { useRehearsal } from '../actions/use-rehearsal.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { contractsText } from '../debtors/debtors.texts.ts';
import { type ShownItem } from './catalogue.texts.ts';

/** Puts it on sale, or takes it away: whom it concerns is told first. */
export function SaleDialog({ item, onClose }: { item: ShownItem; onClose: () => void }) {
  const isSold = item.state === 'sold';
  const call = isSold ? contract.catalogue.archive : contract.catalogue.restore;
  const change = useChange(call);
  const [failure, setFailure] = useState<Error>();
  const body = { kind: item.kind, id: String(item.id) };
  const rehearsal = useRehearsal(call, body, { paused: change.isPending });
  const refusal = refusalOf(failure ?? rehearsal.error);
  const verb = isSold ? 'Снять с продажи' : 'Выпустить в продажу';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${verb}: «${item.name}»?`}
      actions={
        <>
          <Button
            look={isSold ? 'cut' : 'solid'}
            busy={change.isPending}
            aria-disabled={rehearsal.data === undefined || undefined}
            onClick={() =>
              rehearsal.data &&
              change.mutate(
                { body },
                {
                  onSuccess: () => {
                    saySuccess(isSold ? 'Сняли с продажи' : 'В продаже', `«${item.name}»`);
                    onClose();
                  },
                  onError: setFailure,
                },
              )
            }
          >
            {verb}
          </Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </>
      }
    >
      {refusal ? (
        <Callout tone="wait" role="alert" title="Сейчас нельзя.">
          {readable(refusal.message, 'Проверьте каталог')}.
        </Callout>
      ) : (
        <Loaded
          alone
          answer={rehearsal}
          failed="Не удалось проверить."
          skeleton={<SkeletonRows label="Проверяем" count={2} tile={false} />}
        >
          {({ contracts, notes }) => (
            <>
              <p>
                {isSold
                  ? contracts === 0
                    ? 'Этого ни у кого нет: просто перестанем предлагать.'
                    : `Есть у: ${contractsText(contracts)}. У них остаётся, новые подключить не смогут.`
                  : 'Абоненты увидят это в кабинете и смогут подключить.'}
              </p>
              {notes.map((note) => (
                <Callout key={note} tone="info">
                  {note}.
                </Callout>
              ))}
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}
