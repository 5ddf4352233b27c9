import { useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { useRehearsal } from '../../actions/use-rehearsal.ts';
import { contract } from '../../api/contract.ts';
import { useAnswer } from '../../api/use-call.ts';
import { usePausedTyping } from '../../lib/paused-typing.ts';
import plane from '../../look/plane.module.css';
import type { ConnectedService } from '../field/steps.rules.ts';
import { useAway } from '../field/use-away.ts';
import type { BookedWindow } from '../visits.texts.ts';
import styles from './connect.module.css';
import { isWholeMac, maskedMac } from './line.rules.ts';
import { ScanButton } from './scan-button.tsx';
import type { VisitLine, VisitService } from './use-visit-line.ts';

interface ConnectFormProps {
  visit: BookedWindow;
  service: VisitService;
  line: VisitLine;
}

const MOST_PORT_SIGNS = 120;
const PAUSE_MS = 500;
const MOST_FREE = 6;
const TAKEN = 'На этом порту другой абонент. Проверьте номер';
const PART_OF_MAC = 'В MAC двенадцать знаков: A4:5E:60:C1:22:33';

/** Port and router of a line; what cannot be is said before the button is pressed. */
export function ConnectForm({ visit, service, line }: ConnectFormProps) {
  const typed = line.typedOf(service);
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const tried = useTried(visit, connectedOf(service, typed), isBusy);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (tried.isImpossible || tried.isMacWrong || isBusy) return;
    setBusy(true);
    await line.connect(tried.service).finally(() => setBusy(false));
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <NotTaken reason={line.refusalOf(service)} />
      {tried.service.hasSession && (
        <>
          <PortFields
            ports={tried.free}
            value={typed.circuit}
            error={tried.isTaken ? TAKEN : undefined}
            onChange={(circuit) => line.type(service, { circuit })}
          />
          <MacField
            value={typed.mac}
            error={isChecked && tried.isMacWrong ? PART_OF_MAC : undefined}
            onLeave={() => setChecked(true)}
            onChange={(mac) => line.type(service, { mac })}
          />
        </>
      )}
      <Outlook state={tried.state} refusal={tried.refusal} />
      <Button type="submit" wide busy={isBusy} aria-disabled={tried.isImpossible || undefined}>
        Подключить
      </Button>
    </form>
  );
}

/** The service with the line that was typed; only the internet has one. */
function connectedOf(
  { user_id: userId, title, kind }: VisitService,
  typed: ReturnType<VisitLine['typedOf']>,
): ConnectedService {
  const circuit = typed.circuit.trim();
  const hasSession = kind === 'internet';
  return {
    ...{ userId, title, hasSession },
    ...(hasSession && circuit !== '' && { circuit }),
    ...(hasSession && typed.mac !== '' && { mac: typed.mac }),
  };
}

const codeOf = (failure: unknown): string | undefined => (failure instanceof ApiError ? failure.code : undefined);

/** Why it cannot be connected now; what nobody has heard of without a network refuses nothing. */
const refusalIn = (failure: unknown): string | undefined =>
  failure instanceof ApiError && failure.status < 500 ? failure.message : undefined;

interface Wish {
  readonly user_id: number;
  readonly circuit?: string;
  readonly mac?: string;
}

/** What connecting would do, a moment after the last key; undefined while nobody knows. */
function useOutcome(wish: Wish, isPaused: boolean) {
  const now = JSON.stringify(wish);
  const settled = usePausedTyping(now, PAUSE_MS);
  const isAway = useAway();
  const isAsked = settled === now && !isPaused;
  const paused = !isAsked || isAway;
  const { data, error } = useRehearsal(contract.services.connect, JSON.parse(settled) as Wish, { paused });
  return { state: isAsked ? data?.state : undefined, failure: isAsked ? error : null };
}

/** Whether a line can be so: by what the house has, and by a rehearsal. */
function useTried({ order }: BookedWindow, service: ConnectedService, isBusy: boolean) {
  const { userId, hasSession, title: _, ...typed } = service;
  const request = { query: { contract_id: String(order.contract_id) } };
  const ports = useAnswer(contract.networkLines.ports, request, { enabled: hasSession }).data ?? [];
  const isMacWrong = typed.mac !== undefined && !isWholeMac(typed.mac);
  const { state, failure } = useOutcome({ user_id: userId, ...typed }, isMacWrong || isBusy);
  const isOthers = ports.some(({ circuit, is_free: isFree }) => circuit === typed.circuit && !isFree);
  const isTaken = isOthers || codeOf(failure) === 'line_taken';
  const refusal = isTaken ? undefined : refusalIn(failure);
  return {
    service,
    state,
    isMacWrong,
    isTaken,
    refusal,
    isImpossible: isTaken || refusal !== undefined,
    free: ports.flatMap(({ circuit, is_free: isFree }) => (isFree ? [circuit] : [])),
  };
}

interface MacFieldProps {
  value: string;
  error: string | undefined;
  onLeave: () => void;
  onChange: (mac: string) => void;
}

const MacField = ({ value, error, onLeave, onChange }: MacFieldProps) => (
  <div className={styles.router}>
    <Field
      label="MAC роутера"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={value}
      hint="С наклейки на дне роутера"
      error={error}
      onBlur={onLeave}
      onChange={({ target }) => onChange(maskedMac(target.value))}
    />
    <ScanButton onFound={onChange} />
  </div>
);

interface PortFieldsProps {
  ports: readonly string[];
  value: string;
  error: string | undefined;
  onChange: (circuit: string) => void;
}

const PortFields = ({ ports, value, error, onChange }: PortFieldsProps) => (
  <>
    <Field
      label="Порт"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...within(MOST_PORT_SIGNS, { value, hint: 'Как его зовёт коммутатор: sw-1 eth 0/14', error })}
      onChange={({ target }) => onChange(target.value)}
    />
    {ports.length > 0 && (
      <div>
        <p className={plane.sub}>Освободились в этом доме</p>
        <Chips
          label="Освободились в этом доме"
          options={ports.slice(0, MOST_FREE).map((port) => ({ value: port, text: port }))}
          value={value.trim()}
          onChange={onChange}
        />
      </div>
    )}
  </>
);

/** What the server has not taken is typed again: nothing is lost. */
function NotTaken({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <Callout tone="bad" role="alert" title="Не подключили.">
      {reason}. Исправьте и&nbsp;подключите ещё раз.
    </Callout>
  );
}

interface OutlookProps {
  state: 'active' | 'blocked' | undefined;
  refusal: string | undefined;
}

function Outlook({ state, refusal }: OutlookProps) {
  const isAway = useAway();
  if (refusal !== undefined) {
    return (
      <Callout tone="wait" title="Пока нельзя.">
        {refusal}.
      </Callout>
    );
  }
  if (isAway) {
    return (
      <Callout tone="wait" icon="wifi-off" title="Нет связи.">
        Подключение сохраним на&nbsp;телефоне. Свободен&nbsp;ли порт, узнаем, когда связь появится.
      </Callout>
    );
  }
  if (state === 'blocked') {
    return (
      <Callout tone="wait" title="На счёте долг.">
        Роутер увидит только страницу оплаты, пока абонент не&nbsp;заплатит.
      </Callout>
    );
  }
  return (
    <p className={plane.sub} role="status">
      {state === 'active' ? 'Заработает сразу, списания начнутся сегодня.' : 'Списания начнутся с\u00a0подключения.'}
    </p>
  );
}
