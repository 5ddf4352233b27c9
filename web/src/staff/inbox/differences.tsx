import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, dayText, momentText, rubles } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { Evidence, Matters } from './evidence.tsx';

// Where our books and those of a bank, an agent or the network say different things.

type Finding = Wire<typeof contract.reconciliation.findings>[number];

const failed = (failure: Error): void => void sayError(failure, 'Не получилось. Повторите', 'Не сделали');

const FINDING_WORDS: Record<Finding['kind'], string> = {
  ours_only: 'Зачислено у нас, банк о платеже не сообщил',
  theirs_only: 'Банк сообщил о платеже, у нас он не оплачен',
  sum_differs: 'Сумма у банка другая',
};

export function BankFindings({ cause }: { cause: string | null }) {
  const answer = useAnswer(contract.reconciliation.findings, {});
  const today = dayOf(now());
  const own = answer.data?.filter(({ kind }) => cause === null || kind === cause);
  return (
    <Matters answer={{ ...answer, data: own }} keyOf={({ finding_id: id }) => id}>
      {(one) => (
        <Evidence
          title={FINDING_WORDS[one.kind]}
          sum={one.amount}
          raw={[`Реестр ${one.acquirer} за ${dayText(one.day, today)}`, one.subject]}
        >
          <FindingDecision finding={one} />
        </Evidence>
      )}
    </Matters>
  );
}

function FindingDecision({ finding: { finding_id: id, day } }: { finding: Finding }) {
  const run = useChange(contract.reconciliation.run);
  const dismiss = useChange(contract.reconciliation.dismiss);
  const mayRun = useMay('payments reconcile');
  const mayDismiss = useMay('payments dismiss');
  return (
    <ButtonRow>
      {mayRun && (
        <Button
          look="soft"
          size="sm"
          busy={run.isPending}
          onClick={() =>
            run.mutate(
              { body: { day } },
              {
                onSuccess: ({ credited, findings }) =>
                  saySuccess('Сверили', `Зачислили ${credited}, расхождений осталось ${findings.length}`),
                onError: failed,
              },
            )
          }
        >
          Сверить день снова
        </Button>
      )}
      {mayDismiss && (
        <Button
          look="plain"
          size="sm"
          busy={dismiss.isPending}
          onClick={() =>
            dismiss.mutate(
              { body: { finding_id: String(id) } },
              { onSuccess: () => saySuccess('Отметили: разобрались'), onError: failed },
            )
          }
        >
          Разобрались с банком
        </Button>
      )}
    </ButtonRow>
  );
}

export function Conflicts({ cause }: { cause: string | null }) {
  const answer = useAnswer(contract.paymentAgents.conflicts, {});
  const dismiss = useChange(contract.paymentAgents.dismiss);
  const may = useMay('agents dismiss');
  const today = dayOf(now());
  const own = answer.data?.filter(({ source }) => cause === null || source === cause);
  return (
    <Matters answer={{ ...answer, data: own }} keyOf={({ conflict_id: id }) => id}>
      {(one) => (
        <Evidence
          title={`Был ${rubles(one.first_amount)} на ${one.first_account}, повтор ${rubles(one.amount)} на ${one.account_typed}`}
          sum={one.amount}
          raw={[
            `${one.source}, номер платежа ${one.txn_id}`,
            `${counted(one.times, 'раз', 'раза', 'раз')}, последний ${momentText(one.last_at, today)}. Повтор не зачислен`,
          ]}
        >
          {may && (
            <ButtonRow>
              <Button
                look="soft"
                size="sm"
                busy={dismiss.isPending}
                onClick={() =>
                  dismiss.mutate(
                    { body: { conflict_id: String(one.conflict_id) } },
                    { onSuccess: () => saySuccess('Отметили: разобрались'), onError: failed },
                  )
                }
              >
                Разобрались с агентом
              </Button>
            </ButtonRow>
          )}
        </Evidence>
      )}
    </Matters>
  );
}

/** Refunds wait for the bank: there is nothing to press, only to know. */
export function Refunds({ cause }: { cause: string | null }) {
  const answer = useAnswer(contract.refunds.list, {});
  const today = dayOf(now());
  const own = answer.data?.filter(({ state }) => state === cause);
  return (
    <Matters answer={{ ...answer, data: own }} keyOf={({ payment_id: id, created_at: at }) => `${id} ${at}`}>
      {(one) => (
        <Evidence
          title={one.state === 'due' ? 'Ждёт отправки в банк' : 'Банк принял и молчит'}
          sum={one.amount}
          raw={[`С ${momentText(one.created_at, today)}, платёж ${one.payment_id}`]}
        >
          <p>Портал спрашивает банк сам. Дольше суток — позвоните в банк и назовите номер платежа.</p>
        </Evidence>
      )}
    </Matters>
  );
}

export function Charges() {
  const { data, error, refetch } = useAnswer(contract.charging.status, {});
  const run = useChange(contract.charging.run);
  const may = useMay('charge run');
  const today = dayOf(now());
  const again = may && (
    <ButtonRow>
      <Button
        look="solid"
        size="sm"
        busy={run.isPending}
        onClick={() =>
          run.mutate(
            { body: {} },
            {
              onSuccess: ({ failed: left }) =>
                saySuccess('Провели списания', left === 0 ? 'Списали со всех' : `Не вышло снова: ${left}`),
              onError: failed,
            },
          )
        }
      >
        Списать снова
      </Button>
    </ButtonRow>
  );
  return (
    <>
      {again}
      <Matters answer={{ data: data?.failed, error, refetch }} keyOf={({ account_no: no, day }) => `${no} ${day}`}>
        {(one) => <Evidence title={`Счёт ${one.account_no}, ${dayText(one.day, today)}`} raw={[one.error]} />}
      </Matters>
    </>
  );
}
