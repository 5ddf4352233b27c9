import { useState } from 'react';
import { openSheet, type OpenSheet } from '#lib/sheet.ts';
import { usePhoneNumbers, useUsers } from '#shared/data/frame-data.ts';
import { useHit } from '#shared/data/incidents.ts';
import { listedNumbers, listedUsers, needsAttention, type Listed } from '#shared/service/service.texts.ts';
import { keepTogether } from '#lib/format.ts';
import { Button, ButtonRow } from '#ui/button.tsx';
import { ErrorBlock } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Fold } from '#ui/rows.tsx';
import { CheckRows, type Row } from './check-rows.tsx';
import { useCheck, type Checked, type CheckedService } from './diagnosis-data.ts';
import styles from './diagnosis.module.css';
import { kindWords, steps, stepsAfter, trialsOf } from './diagnosis.texts.ts';
import { OrderNow } from './order-now.tsx';
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
  const again = (): void => void refetch();
  if (error && !checked) {
    return (
      <Dialog open onClose={onClose} title="Не&nbsp;удалось проверить">
        <ErrorBlock title="Проверка не ответила." onRetry={again}>
          Посмотрите, есть ли связь.
        </ErrorBlock>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={checked ? checked.finding.title : `Проверяем ${kindWords[kind]}`}>
      <div className={styles.body}>
        {checked ? (
          <Found checked={checked} isAsking={isFetching} onAgain={again} />
        ) : (
          <CheckRows rows={waiting(kind)} />
        )}
        <Others services={services} checked={checked} />
      </div>
    </Dialog>
  );
}

/** What will be checked, as far as the page knows. */
function askedKind(services: readonly Listed[], sheet: OpenSheet): CheckedService['kind'] {
  const asked = services.find((one) => isOf(one, sheet)) ?? services.find(needsAttention) ?? services[0];
  return asked ? asked.kind : 'internet';
}

function useServices(): Listed[] {
  const { data: users = [] } = useUsers();
  const { data: numbers = [] } = usePhoneNumbers();
  const hit = useHit();
  return [...listedUsers(users, hit), ...listedNumbers(numbers, hit)];
}

const isOf = ({ user, number }: Listed, { userId, phoneNumber }: Pick<OpenSheet, 'userId' | 'phoneNumber'>): boolean =>
  (user !== undefined && user.user_id === userId) || (number !== undefined && number.phone_number === phoneNumber);

const waiting = (kind: CheckedService['kind']): Row[] =>
  steps[kind].map((title, index) => ({
    title,
    state: index === 0 ? 'run' : 'todo',
    value: index === 0 ? 'смотрим…' : null,
  }));

/** The steps that were made; a failure of the network makes the rest needless. */
function rowsOf(checked: Checked, probe: Probe | undefined): Row[] {
  const { checks, finding } = checked;
  const end = finding.cause === 'incident' ? checks.findIndex(({ ok }) => !ok) + 1 : checks.length;
  const made = checks.slice(0, end).map(({ ok, title, value }): Row => ({ title, value, state: ok ? 'ok' : 'bad' }));
  const later = stepsAfter(checked).map((title): Row => ({ title, state: 'todo', value: 'проверим после' }));
  return [...made, ...later, ...(probe ? [probeRow(probe, checked.service?.plan_mbit ?? null)] : [])];
}

/** Below it the line does not give what the plan promises, or Wi-Fi takes it. */
const MUCH_SLOWER = 0.5;

const mbitText = (mbit: number, plan: number | null): string =>
  plan === null ? `${mbit} Мбит/с` : `${mbit} из ${plan} Мбит/с`;

function probeRow(probe: Probe, plan: number | null): Row {
  const title = 'Скорость';
  if (probe.kind === 'running') return { title, state: 'run', value: 'измеряем 3\u00a0секунды…' };
  if (probe.kind === 'away') return { title, state: 'pass', value: 'нужен Wi-Fi дома' };
  if (probe.kind === 'failed') return { title, state: 'pass', value: 'измерить не\u00a0вышло' };
  const mbit = Math.round(probe.mbit);
  return { title, state: plan !== null && mbit < plan * MUCH_SLOWER ? 'bad' : 'ok', value: mbitText(mbit, plan) };
}

/** What a measurement adds to the order. */
const probeText = (probe: Probe, plan: number | null): string[] =>
  probe.kind === 'done' ? [`Замер за 3 секунды: ${mbitText(Math.round(probe.mbit), plan)}`] : [];

interface FoundProps {
  checked: Checked;
  isAsking: boolean;
  onAgain: () => void;
}

function Found({ checked, isAsking, onAgain }: FoundProps) {
  const { service, finding } = checked;
  const [wantsOrder, setWantsOrder] = useState(false);
  const isProbed = wantsProbe(checked);
  const probe = useProbe(isProbed);
  const order = (
    <Order checked={checked} measured={isProbed ? probeText(probe, checked.service?.plan_mbit ?? null) : []} />
  );
  return (
    <>
      <p className={styles.lead} aria-busy={isAsking || undefined}>
        {whereText(service)}
        {keepTogether(finding.lead)}.
      </p>
      <CheckRows rows={rowsOf(checked, isProbed ? probe : undefined)} />
      {wantsOrder ? order : <Remedy {...{ checked, onAgain, order }} onOrder={() => setWantsOrder(true)} />}
    </>
  );
}

/** A full measurement of this day says more. */
const wantsProbe = ({ service, finding, checks }: Checked): boolean =>
  service?.kind === 'internet' && finding.cause === 'none' && checks.every(({ what }) => what !== 'speed');

function Order({ checked, measured }: { checked: Checked; measured: readonly string[] }) {
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

/** More services than this are reached from their own pages. */
const MOST_OTHERS = 4;

function Others({ services, checked }: { services: readonly Listed[]; checked: Checked | undefined }) {
  const { user_id: userId, phone_number: phoneNumber } = checked?.service ?? {};
  const of = { userId: userId ?? undefined, phoneNumber: phoneNumber ?? undefined };
  const others = services.filter((one) => checked !== undefined && !isOf(one, of));
  const first = [...others.filter(needsAttention), ...others.filter((one) => !needsAttention(one))];
  if (others.length === 0) return null;
  return (
    <div className={styles.others}>
      <p className={styles.under}>Не&nbsp;работает что-то другое?</p>
      <ButtonRow>
        {first.slice(0, MOST_OTHERS).map(({ key, name, user, number }) => (
          <Button
            key={key}
            look="plain"
            size="sm"
            onClick={() => openSheet({ name: 'trouble', userId: user?.user_id, phoneNumber: number?.phone_number })}
          >
            {name}
          </Button>
        ))}
      </ButtonRow>
    </div>
  );
}
