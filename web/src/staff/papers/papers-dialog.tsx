import { useState, type SubmitEvent } from 'react';
import { dayText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { contract } from '../api/contract.ts';
import { useMay, useMe } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { PAPER_TITLES, SHOWN_LINES, type KnownPaper } from './paper.texts.ts';

interface PapersDialogProps {
  contractId: number;
  today: string;
  onClose: () => void;
}

/** The paper that holds and the former ones; masked for whom they are masked. */
export function PapersDialog({ contractId, today, onClose }: PapersDialogProps) {
  const papers = useAnswer(contract.papers.show, { query: { contract_id: contractId } });
  const { sees } = useMe();
  const mayUnmask = useMay('unmask') && sees.document === 'masked';
  return (
    <Dialog open onClose={onClose} title="Документы и реквизиты">
      <Loaded
        alone
        answer={papers}
        failed="Документы не открылись."
        skeleton={<SkeletonRows label="Открываем документы" count={4} tile={false} />}
      >
        {({ papers: all }) => (
          <>
            {all.map((paper) => (
              <OnePaper key={paper.paper_id} paper={paper} today={today} />
            ))}
          </>
        )}
      </Loaded>
      {mayUnmask && <WholeNumber contractId={contractId} />}
    </Dialog>
  );
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

function OnePaper({ paper, today }: { paper: KnownPaper; today: string }) {
  const { kind, number, since, until, entered_by: by } = paper;
  const term = until === null ? `с ${dayText(since, today)}` : `${dayText(since, today)} — ${dayText(until, today)}`;
  return (
    <KeyValues
      list={[
        [PAPER_TITLES[kind], number],
        ...SHOWN_LINES.flatMap(([line, label]) => {
          const value = paper[line];
          return value === null ? [] : [[label, isDay(value) ? dayText(value, today) : value] as const];
        }),
        [until === null ? 'Действует' : 'Действовал', term],
        ['Кто внёс', by],
      ]}
    />
  );
}

/** The whole number for a reason, which the client sees. */
function WholeNumber({ contractId }: { contractId: number }) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [values, setValues] = useState<readonly string[]>();
  const show = useChange(contract.unmask.show);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (reason.trim() === '') {
      setError('Напишите, зачем');
      return;
    }
    show.mutate(
      { body: { contract_id: contractId, kind: 'document', reason } },
      {
        onSuccess: (shown) => setValues(shown.values),
        onError: ({ message }) => setError(readable(message, 'Повторите через минуту')),
      },
    );
  };
  if (values) return <KeyValues list={[['Номер целиком', values.join(', ')]]} />;
  return (
    <DialogForm onSubmit={submit}>
      <Field
        label="Зачем нужен номер целиком"
        autoComplete="off"
        {...within(300, { value: reason, error, hint: 'Запишем в журнал; абонент увидит, кто смотрел' })}
        onChange={({ target }) => {
          setReason(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" look="soft" wide busy={show.isPending}>
        Показать номер
      </Button>
    </DialogForm>
  );
}
