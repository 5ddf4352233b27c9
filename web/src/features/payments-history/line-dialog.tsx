import { keepTogether } from '#web/lib/text/format.ts';
import { LineFacts } from '#web/shared/money/line-facts.tsx';
import type { Movement } from '#web/shared/money/line.texts.ts';
import { useDocument } from '#web/shared/page/open-document.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { DocIcon } from './doc-icon.tsx';
import styles from './lines.module.css';

const RECEIPT = 'Квитанция, PDF';

/** The details of one line: for what, for which days, at which rate, and its document. */
export function LineDialog({ line, onClose }: { line: Movement | undefined; onClose: () => void }) {
  const { open, isPending } = useDocument();
  const receipt = line?.has_receipt && (
    <Button look="soft" busy={isPending} onClick={() => open({ kind: 'receipt', entry_id: line.entry_id })}>
      <DocIcon name="document" />
      {RECEIPT}
    </Button>
  );
  return (
    <Dialog
      open={line !== undefined}
      onClose={onClose}
      title={line && keepTogether(line.text)}
      {...(receipt && { actions: receipt })}
    >
      {line && <Explanation line={line} />}
    </Dialog>
  );
}

function Explanation({ line }: { line: Movement }) {
  return (
    <>
      <p className={styles.sum}>
        <Money value={line.amount} size="lg" signed />
      </p>
      <LineFacts line={line} />
      {line.kind === 'charge' && <p className={styles.quiet}>{whyOf(line)}</p>}
    </>
  );
}

/** How the sum was calculated, if the line shows it. */
function whyOf({ rate, service_from: from }: Movement): string {
  if (rate?.unit === 'month' && from !== null)
    return 'За неполный месяц списываем только за дни, когда услуга была включена.';
  return 'Если списание непонятно, напишите в поддержку и назовите номер операции.';
}
