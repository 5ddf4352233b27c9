import { useState } from 'react';
import type { OpenSheet } from '#web/lib/page/sheet.ts';
import { kindForms, needsAttention, type ListedService } from '#web/shared/service/text/service.texts.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Fold } from '#web/ui/text/rows.tsx';
import { CheckRows, type Row } from './check-rows.tsx';
import { useCheck, type CheckCause, type Diagnosis, type CheckedService } from './diagnosis-data.ts';
import styles from './diagnosis.module.css';
import { steps, stepsAfter, trialsOf } from './diagnosis.texts.ts';
import { OrderNow } from './order-now.tsx';
import { isOf, Others, useServices } from './other-services.tsx';
import { Remedy } from './remedy.tsx';
import { useProbe, type Probe } from './speed-probe.ts';
import { Trials } from './trials.tsx';

interface TroubleSheetProps {
  sheet: OpenSheet;
  onClose: () => void;
}

/** «Не работает»: what the portal knows of a service, step by step, and the one button that helps. */
export function TroubleSheet({ sheet, onClose }: TroubleSheetProps) {
  const { data: checked, error, isFetching, refetch } = useCheck(sheet);
  const services = useServices();
  const kind = askedKind(services, sheet);
  const isCured = useCured(checked?.finding.cause);
  const again = (): void => void refetch();
  if (error && !checked) {
    return (
      <Dialog open onClose={onClose} title="Не&nbsp;удалось проверить">
        <ErrorBlock alone title="Проверка не получилась." onRetry={again}>
          {readable(error.message, 'Посмотрите, есть ли связь')}.
        </ErrorBlock>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={titleOf(checked, isCured, kind)}>
      <div className={styles.body}>
        <Steps {...{ kind, checked, isCured, onClose }} isAsking={isFetching} onAgain={again} />
        <Others services={services} sheet={sheet} checked={checked} />
      </div>
    </Dialog>
  );
}

function titleOf(checked: Diagnosis | undefined, isCured: boolean, kind: CheckedService['kind']): string {
  if (!checked) return `Проверяем ${kindForms[kind].object}`;
  return isCured ? 'Снова работает' : checked.finding.title;
}

/** Whether this sheet has shown a cause that has passed since. */
function useCured(cause: CheckCause | undefined): boolean {
  const [wasWrong, setWrong] = useState(false);
  if (cause !== undefined && cause !== 'none' && !wasWrong) setWrong(true);
  return wasWrong && cause === 'none';
}

/** The kind of the service that will probably be checked, by the data of the page. */
function askedKind(services: readonly ListedService[], sheet: OpenSheet): CheckedService['kind'] {
  const asked = services.find((one) => isOf(one, sheet)) ?? services.find(needsAttention) ?? services[0];
  return asked ? asked.kind : 'internet';
}

const waiting = (kind: CheckedService['kind']): Row[] =>
  steps[kind].map((title, index) => ({
    title,
    state: index === 0 ? 'run' : 'todo',
    value: index === 0 ? 'смотрим…' : null,
  }));

/** The rows of the steps that were made and of those that follow; a failure of the network ends the list. */
function rowsOf(checked: Diagnosis, probe: Probe | undefined): Row[] {
  const { checks, finding } = checked;
  const end = finding.cause === 'incident' ? checks.findIndex(({ ok }) => ok === false) + 1 : checks.length;
  const made = checks.slice(0, end).map(({ ok, title, value }): Row => ({ title, value, state: stateOf(ok) }));
  const later = stepsAfter(checked).map((title): Row => ({ title, state: 'todo', value: 'проверим после' }));
  return [...made, ...later, ...(probe ? [probeRow(probe, checked.service?.plan_mbit ?? null)] : [])];
}

function stateOf(ok: boolean | null): Row['state'] {
  if (ok === null) return 'pass';
  return ok ? 'ok' : 'bad';
}

/** From this share of the plan's speed on it is as promised: headers of protocols take the rest. */
const AS_PROMISED = 0.9;
/** Below this share of the plan's speed the row is marked as bad: the line or the Wi-Fi is too slow. */
const MUCH_SLOWER = 0.5;

function mbitText(mbit: number, plan: number | null): string {
  if (plan === null) return `${mbit} Мбит/с`;
  return mbit > plan ? `${mbit} Мбит/с, быстрее тарифа` : `${mbit} из ${plan} Мбит/с`;
}

/** What lies between much slower and as promised proves nothing: it may be the Wi-Fi. */
function probeState(mbit: number, plan: number | null): Row['state'] {
  if (plan === null || mbit >= plan * AS_PROMISED) return 'ok';
  return mbit < plan * MUCH_SLOWER ? 'bad' : 'pass';
}

function probeRow(probe: Probe, plan: number | null): Row {
  const title = 'Скорость';
  if (probe.kind === 'running') return { title, state: 'run', value: 'измеряем 3\u00a0секунды…' };
  if (probe.kind === 'away') return { title, state: 'pass', value: 'нужен Wi-Fi дома' };
  if (probe.kind === 'failed') return { title, state: 'pass', value: 'измерить не\u00a0вышло' };
  const mbit = Math.round(probe.mbit);
  return { title, state: probeState(mbit, plan), value: mbitText(mbit, plan) };
}

/** The sentence about the measurement in the order. */
const probeText = (probe: Probe | undefined, plan: number | null): string[] =>
  probe?.kind === 'done' ? [`Замер за 3 секунды: ${mbitText(Math.round(probe.mbit), plan)}`] : [];

interface StepsProps {
  kind: CheckedService['kind'];
  checked: Diagnosis | undefined;
  isCured: boolean;
  isAsking: boolean;
  onAgain: () => void;
  onClose: () => void;
}

/** The finding, the steps, the cure. The first two stay mounted while their answers come, so that a screen reader announces them. */
function Steps({ kind, checked, isCured, isAsking, onAgain, onClose }: StepsProps) {
  const probe = useProbeOf(checked);
  return (
    <>
      <p className={styles.lead} role="status" aria-busy={checked && isAsking ? true : undefined}>
        {checked ? <Lead checked={checked} isCured={isCured} /> : 'Обычно хватает нескольких секунд.'}
      </p>
      <CheckRows rows={checked ? rowsOf(checked, probe) : waiting(kind)} />
      {checked && (
        <Cure
          {...{ checked, isCured, onAgain, onClose }}
          measured={probeText(probe, checked.service?.plan_mbit ?? null)}
        />
      )}
    </>
  );
}

/** The heading is not announced when it changes, so it is said here, too. */
const Lead = ({ checked: { service, finding }, isCured }: { checked: Diagnosis; isCured: boolean }) => (
  <>
    <VisuallyHidden>{`${isCured ? 'Снова работает' : finding.title}. `}</VisuallyHidden>
    {whereText(service)}
    {isCured ? 'Причины, которую мы\u00a0нашли, больше нет.' : `${keepTogether(finding.lead)}.`}
  </>
);

interface CureProps {
  checked: Diagnosis;
  isCured: boolean;
  measured: readonly string[];
  onAgain: () => void;
  onClose: () => void;
}

function Cure({ checked, isCured, measured, onAgain, onClose }: CureProps) {
  const [wantsOrder, setWantsOrder] = useState(false);
  const order = <Order checked={checked} measured={measured} />;
  const onOrder = (): void => setWantsOrder(true);
  if (wantsOrder) return order;
  if (isCured) return <Done onClose={onClose} onOrder={onOrder} />;
  return <Remedy {...{ checked, onAgain, order, onOrder }} />;
}

const Done = ({ onClose, onOrder }: { onClose: () => void; onOrder: () => void }) => (
  <div className={styles.cure}>
    <Button wide onClick={onClose}>
      Готово
    </Button>
    <p className={styles.under}>
      <TextButton onClick={onOrder}>Всё равно не&nbsp;работает, нужна заявка</TextButton>
    </p>
  </div>
);

/** A measurement of this device, if nothing else was found. */
function useProbeOf(checked: Diagnosis | undefined): Probe | undefined {
  const isWanted = checked !== undefined && wantsProbe(checked);
  const probe = useProbe(isWanted);
  return isWanted ? probe : undefined;
}

/** Only for internet without a found cause; a full measurement of today makes this short one unnecessary. */
const wantsProbe = ({ service, finding, checks }: Diagnosis): boolean =>
  service?.kind === 'internet' && finding.cause === 'none' && checks.every(({ what }) => what !== 'speed');

function Order({ checked, measured }: { checked: Diagnosis; measured: readonly string[] }) {
  const [tried, setTried] = useState<readonly string[]>([]);
  const kind = checked.service?.kind ?? null;
  return (
    <>
      {trialsOf(kind).length > 0 && (
        <Fold title="Что попробовать самим">
          <Trials kind={kind} tried={tried} onChange={setTried} />
        </Fold>
      )}
      <OrderNow checked={checked} tried={[...tried, ...measured]} />
    </>
  );
}

/** Which service it is, where several could be meant. */
const whereText = (service: CheckedService | null): string =>
  service === null
    ? ''
    : `${[service.name, service.login].filter((part, index, all) => part && all.indexOf(part) === index).join(', ')}. `;
