import { useState } from 'react';
import { timeText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../../api/contract.ts';
import { useMay } from '../../api/me.ts';
import { useAnswer, useChange } from '../../api/use-call.ts';
import plane from '../../look/plane.module.css';
import type { ConnectedService } from '../field/steps.rules.ts';
import { useAway } from '../field/use-away.ts';
import styles from './connect.module.css';

/** The network tells of a session by no event to the staff, so it is asked: often until the router is on line, then seldom. */
const SOON_MS = 3000;
const LATER_MS = 20_000;

type Told = Wire<typeof contract.services.session>;

/** Causes that are no fault: the router has not come yet, or the network is being told. */
const COMING: ReadonlySet<Told['cause']> = new Set(['none', 'line', 'applying']);

interface ConnectedPartProps {
  service: ConnectedService;
  contractId: number;
  isTold: boolean;
}

/** A service that is connected, with its first session. */
export function ConnectedPart({ service, contractId, isTold }: ConnectedPartProps) {
  const { title, circuit, mac } = service;
  const line = [circuit !== undefined && `порт ${circuit}`, mac !== undefined && `роутер ${mac}`].filter(Boolean);
  return (
    <div className={styles.connected}>
      <div>
        <h3>{title}</h3>
        <State tone={isTold ? 'ok' : 'wait'} quiet>
          {isTold ? 'Подключили' : 'Подключение ждёт отправки'}
        </State>
        {line.length > 0 && <p className={plane.sub}>{line.join(', ')}</p>}
      </div>
      {service.hasSession && <FirstSession userId={service.userId} contractId={contractId} isTold={isTold} />}
    </div>
  );
}

function FirstSession({ isTold, ...of }: { userId: number; contractId: number; isTold: boolean }) {
  const isAway = useAway();
  return <div role="status">{isTold && !isAway ? <AskedSession {...of} /> : <NotAsked />}</div>;
}

function AskedSession({ userId, contractId }: { userId: number; contractId: number }) {
  const query = { contract_id: String(contractId), user_id: String(userId) };
  const [isOn, setOn] = useState(false);
  const every = isOn ? LATER_MS : SOON_MS;
  const { data, error } = useAnswer(contract.services.session, { query }, { every });
  const isOnNow = data?.session?.is_other === false;
  if (isOn !== isOnNow) setOn(isOnNow);
  if (data === undefined && error !== null) return <Unknown />;
  return (
    <>
      <Session told={data} />
      <BindRouter userId={userId} told={data} />
    </>
  );
}

/** A router that is not the bound one has come. */
const isOther = ({ session, cause }: Told): boolean => session?.is_other ?? cause === 'binding_stale';

/** The sticker was read wrong, or the subscriber has another router: it is bound instead. Without a MAC, the one that was seen last. */
function BindRouter({ userId, told }: { userId: number; told: Told | undefined }) {
  const bind = useChange(contract.services.bindDevice);
  const may = useMay('device bind');
  if (!may || told === undefined || !isOther(told)) return null;
  const mac = told.session?.mac ?? undefined;
  const press = (): void =>
    bind.mutate(
      { body: { user_id: userId, ...(mac !== undefined && { mac }) } },
      {
        onSuccess: ({ mac: bound }) => void saySuccess('Роутер привязан', bound.toUpperCase()),
        onError: (failure) => void sayError(failure, 'Не получилось. Повторите', 'Не привязали'),
      },
    );
  return (
    <p className={styles.cure}>
      <Button look="line" wide busy={bind.isPending} onClick={press}>
        Привязать этот роутер
      </Button>
    </p>
  );
}

const NotAsked = () => (
  <Callout tone="wait" icon="wifi-off" title="Первый сеанс проверим, когда появится связь.">
    Без сети этого не&nbsp;узнать: на&nbsp;роутере должен гореть индикатор интернета.
  </Callout>
);

const Unknown = () => (
  <Callout tone="wait" title="Не узнали, на связи ли роутер.">
    Спросим ещё раз через несколько секунд.
  </Callout>
);

function Session({ told }: { told: Told | undefined }) {
  if (told?.session) return <OnLine {...told} session={told.session} />;
  if (told === undefined || COMING.has(told.cause)) {
    return (
      <Callout tone="info" icon="loader" title="Ждём первый сеанс.">
        Включите роутер и&nbsp;вставьте кабель провайдера до&nbsp;щелчка. Обычно он входит за&nbsp;одну-две минуты.
      </Callout>
    );
  }
  return (
    <Callout tone="bad" title={`${told.title}.`}>
      {told.lead}.<Evidence told={told.evidence} />
    </Callout>
  );
}

function OnLine({
  session: { address, since, mac, is_other: isAnother },
  cause,
  title,
  evidence,
}: Told & { session: Session }) {
  if (isAnother) {
    return (
      <Callout tone="bad" title="На связи другое устройство.">
        {mac?.toUpperCase()}, адрес {address}, с&nbsp;{timeText(since)}. Включите роутер с&nbsp;наклейкой или привяжите
        этот.
        <Evidence told={evidence} />
      </Callout>
    );
  }
  return (
    <Callout tone="ok" title={`Роутер на связи, адрес ${address}.`}>
      Вошёл в&nbsp;{timeText(since)}
      {mac !== null && `, ${mac.toUpperCase()}`}.{cause === 'second_device' && <> {title}.</>}
    </Callout>
  );
}

type Session = NonNullable<Told['session']>;

/** What the network has told of it. */
const Evidence = ({ told }: { told: readonly string[] }) => (
  <>
    {told.map((one) => (
      <span key={one} className={styles.evidence}>
        {one}
      </span>
    ))}
  </>
);
