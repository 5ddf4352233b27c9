import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readable } from '#web/lib/text/readable.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { rubles } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { AskSecond } from '../look/ask-second.tsx';
import styles from './debtors.module.css';
import type { Reminded } from './debtors-data.ts';
import { contractsText, skippedText, wayText } from './debtors.texts.ts';

interface RemindDialogProps {
  contracts: readonly number[];
  onDone: () => void;
  onClose: () => void;
}

/** Who, by what, with which words: rehearsed before anything is sent. */
export function RemindDialog({ contracts, onDone, onClose }: RemindDialogProps) {
  const body = { contracts: contracts.map(String) };
  const rehearsal = useQuery({
    queryKey: ['debtors remind rehearsed', body],
    queryFn: ({ signal }) => sendForStaff(contract.debtors.remind, { body: { ...body, dry_run: 'yes' } }, { signal }),
    retry: false,
    gcTime: 0,
    staleTime: 'static',
  });
  const [failure, setFailure] = useState<Error>();
  const remind = useChange(contract.debtors.remind);
  const preview = rehearsal.data;
  const send = (): void =>
    remind.mutate(
      { body },
      {
        onSuccess: ({ reminded }) => {
          saySuccess('Напомнили', contractsText(reminded));
          onDone();
        },
        onError: setFailure,
      },
    );
  const refused = failure ?? rehearsal.error ?? undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Напомнить: ${contractsText(contracts.length)}?`}
      actions={
        <>
          <Button busy={remind.isPending} aria-disabled={isNobody(preview)} onClick={send}>
            {preview ? `Напомнить: ${contractsText(preview.reminded)}` : 'Напомнить'}
          </Button>
          <Button look="line" onClick={onClose}>
            Не напоминать
          </Button>
        </>
      }
    >
      {rehearsal.isPending && <SkeletonRows label="Считаем, кому и что придёт" count={3} tile={false} />}
      {preview && <Preview preview={preview} />}
      {refused !== undefined && (
        <Callout tone="bad" role="alert" title="Не отправили.">
          {readable(refused.message, errorLoad)}.
        </Callout>
      )}
      <AskSecond
        failure={failure}
        call="debtors remind"
        input={body}
        reason={`Напомнить: ${contractsText(contracts.length)}`}
        onAsked={onDone}
      />
    </Dialog>
  );
}

const isNobody = (preview: Reminded | undefined): boolean => (preview?.reminded ?? 0) === 0;

function Preview({ preview }: { preview: Reminded }) {
  const skipped = skippedText(preview.skipped);
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Должны вместе</dt>
          <dd>{rubles(preview.sum)}</dd>
        </div>
        {preview.ways.map(({ way, count }) => (
          <div key={way}>
            <dt>{wayText(way)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {preview.examples.map(({ contract_id: id, title, text }) => (
        <blockquote key={id} className={styles.example}>
          <b>{title}.</b> {text}
        </blockquote>
      ))}
      {skipped !== undefined && <p className={styles.sub}>{skipped}</p>}
    </>
  );
}
