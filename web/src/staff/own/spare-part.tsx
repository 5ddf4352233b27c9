import { useState, type SubmitEvent } from 'react';
import { counted } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { contract } from '../api/contract.ts';
import { useMe } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';
import { SpareCodeList } from '../entry/spare-code-list.tsx';
import { Part } from '../look/plane.tsx';
import styles from './own.module.css';
import { ProofFields } from './proof.tsx';
import { useProof } from './use-proof.ts';

/** Ten new spare codes, shown this once. */
export function SparePart() {
  const left = useMe().session?.spare_codes_left ?? 0;
  const [codes, setCodes] = useState<readonly string[]>();
  const { proof, setProof, errors, trouble, refuse, clear, proven } = useProof();
  const renew = useChange(contract.own.renewSpareCodes);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const onSuccess = ({ spare_codes: given }: { spare_codes: readonly string[] }): void => {
      clear();
      setCodes(given);
    };
    void proven().then((body) => renew.mutate({ body }, { onSuccess, onError: refuse }), refuse);
  };
  if (codes) {
    return (
      <Part title="Запасные коды" caption="Сохраните: больше мы их не покажем">
        <SpareCodeList codes={codes} />
        <ButtonRow>
          <Button look="plain" icon="copy" onClick={() => void copyText(codes.join('\n'), 'Скопировали коды')}>
            Скопировать
          </Button>
        </ButtonRow>
      </Part>
    );
  }
  return (
    <Part title="Запасные коды" caption={`Осталось ${counted(left, 'код', 'кода', 'кодов')}`}>
      <div className={styles.form}>
        <DialogForm onSubmit={submit}>
          <ProofFields value={proof} errors={errors} onChange={setProof} />
          {trouble !== undefined && (
            <Callout tone="bad" role="alert">
              {trouble}.
            </Callout>
          )}
          <Button type="submit" look="plain" busy={renew.isPending}>
            Дать десять новых
          </Button>
        </DialogForm>
      </div>
    </Part>
  );
}
