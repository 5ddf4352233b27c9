import { useState, type SubmitEvent } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { useRehearsal } from '../actions/use-rehearsal.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { contractsHit, momentTyped, toContracts } from './incidents.texts.ts';

interface IncidentDialogProps {
  incident: Pick<Wire<typeof contract.incidents.show>, 'incident_id' | 'reports'>;
  onClose: () => void;
}

/** Until when it lasts: the message changes for all, and whoever has said «у меня тоже» is told. */
export function PlanIncidentDialog({ incident: { incident_id: id, reports }, onClose }: IncidentDialogProps) {
  const [until, setUntil] = useState('');
  const plan = useChange(contract.incidents.plan);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (until === '' || plan.isPending) return;
    plan.mutate(
      { body: { incident_id: id, until: momentTyped(until) } },
      {
        onSuccess: () => {
          saySuccess('Срок назвали', reports > 0 ? `Написали тем, кто нажал «У меня тоже»: ${reports}` : undefined);
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Проверьте время и повторите', 'Срок не изменили'),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title="До какого времени починим?">
      <DialogForm onSubmit={submit}>
        <Field
          label="Починим до"
          type="datetime-local"
          required
          value={until}
          hint="Абоненты увидят новый срок сразу"
          onChange={({ target }) => setUntil(target.value)}
        />
        <Button type="submit" wide busy={plan.isPending}>
          Назвать срок
        </Button>
      </DialogForm>
    </Dialog>
  );
}

type Back = NonNullable<Wire<typeof contract.incidents.end>['back']>;

const isWhole = ({ contracts, counted }: Back): boolean => counted >= contracts;

const verbOf = (back: Back | null | undefined): string =>
  back && isWhole(back) && !isZero(back.amount) ? `Закрыть и вернуть ${rubles(back.amount)}` : 'Закрыть аварию';

/** The end, with what it gives back: counted on the contracts themselves and rolled back. */
export function EndIncidentDialog({ incident: { incident_id: id, reports }, onClose }: IncidentDialogProps) {
  const end = useChange(contract.incidents.end);
  const rehearsal = useRehearsal(contract.incidents.end, { incident_id: id }, { paused: end.isPending });
  const confirm = (): void => {
    if (!rehearsal.data) return;
    end.mutate(
      { body: { incident_id: id } },
      {
        onSuccess: () => {
          saySuccess('Авария закрыта', 'Деньги возвращаются, абонентам пишем');
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Повторите', 'Не закрыли'),
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Починили?"
      actions={
        <>
          <Button busy={end.isPending} aria-disabled={!rehearsal.data || undefined} onClick={confirm}>
            {verbOf(rehearsal.data?.back)}
          </Button>
          <Button look="plain" onClick={onClose}>
            Ещё нет
          </Button>
        </>
      }
    >
      <Loaded
        alone
        answer={rehearsal}
        failed="Не удалось посчитать, сколько вернём."
        skeleton={<SkeletonRows label="Считаем, сколько вернём" count={3} tile={false} />}
      >
        {({ back }) => (back === null ? <NothingBack /> : <GivenBack back={back} reports={reports} />)}
      </Loaded>
    </Dialog>
  );
}

const NothingBack = () => <p>Деньги за&nbsp;эту аварию не&nbsp;возвращаются: так решили, когда её публиковали.</p>;

const GivenBack = ({ back, reports }: { back: Back; reports: number }) => (
  <>
    <KeyValues
      list={[
        ['Задеты', contractsHit(back.contracts)],
        [
          'Вернём',
          back.given === 0
            ? 'пока ничего: без услуги было недолго'
            : `${toContracts(back.given)}, ${rubles(back.amount)}`,
        ],
        reports > 0 && ['Напишем тем, кто нажал «У меня тоже»', String(reports)],
      ]}
    />
    {!isWhole(back) && (
      <Callout tone="wait" title={`Посчитали первые ${back.counted}.`}>
        Остальные посчитаются после закрытия по&nbsp;тем&nbsp;же правилам.
      </Callout>
    )}
  </>
);
