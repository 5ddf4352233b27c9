import { now } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { counted, dayOf, momentText } from '#web/lib/text/format.ts';
import { FailedTogether } from '#web/shared/frame/failed-together.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Inset, Part, Plane, PlaneHead } from '../look/plane.tsx';
import { NetworkCheck } from '../inbox/network-check.tsx';
import { FreeAddresses } from './free-addresses.tsx';
import {
  networkFinding,
  orderText,
  seenText,
  wantedText,
  type DeviceSession,
  type DeviceState,
} from './network.texts.ts';

/** The network tells of nothing by itself: whoever watches a failure sees it go. */
const EVERY_MS = 20_000;

/** The command that adds a device: its secret is typed on the server. */
const ADD = 'network nas-add';

/** How the access network does: its devices, what differs, which addresses are free. */
export function AccessNetworkPage() {
  const devices = useAnswer(contract.networkState.devices, {}, { every: EVERY_MS });
  const mayCheck = useMay('network check');
  const mayFind = useMay('network free-addresses');
  return (
    <Plane>
      <PlaneHead title={networkFinding(devices.data ?? [])} actions={mayCheck && <NetworkCheck />} />
      <Inset>
        <FailedTogether noStrip />
      </Inset>
      <Part title="Оборудование доступа">
        <Loaded
          answer={devices}
          failed="Оборудование не загрузилось."
          skeleton={<SkeletonRows label="Загружаем оборудование" tile={false} />}
        >
          {(list) =>
            list.length === 0 ? (
              <Empty icon="globe" title="Оборудования ещё нет">
                Его добавляет команда <code>{ADD}</code>.
              </Empty>
            ) : (
              <ul className={plane.rows}>
                {list.map((one) => (
                  <DeviceRow key={one.nas_id} one={one} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Part>
      <Differing />
      {mayFind && <FreeAddresses />}
    </Plane>
  );
}

const KINDS: Readonly<Record<DeviceState['kind'], string>> = {
  mikrotik: 'MikroTik',
  'accel-ppp': 'accel-ppp',
  cisco: 'Cisco',
  huawei: 'Huawei',
  juniper: 'Juniper',
};

const at = (moment: string): string => momentText(moment, dayOf(now()));

function DeviceRow({ one }: { one: DeviceState }) {
  const { name, ip, kind, heard_at: heard, orders_waiting: waiting, orders_since: since, refused } = one;
  return (
    <li className={plane.row}>
      <span>
        <b>{name}</b> <DeviceMark one={one} />
        <span className={plane.sub}>
          {ip}, {KINDS[kind]}; {heard === null ? 'учёта ещё не\u00a0было' : `слышно ${at(heard)}`}
        </span>
        {waiting > 0 && (
          <span className={plane.sub}>
            Приказов в&nbsp;очереди: {waiting}
            {since !== null && `, с\u00a0${at(since)}`}
          </span>
        )}
        {refused > 0 && <span className={plane.sub}>Отказов во&nbsp;входе за&nbsp;час: {refused}</span>}
      </span>
      <b>{counted(one.online, 'сеанс', 'сеанса', 'сеансов')}</b>
    </li>
  );
}

function DeviceMark({ one: { outage_since: outage, silent_since: silent } }: { one: DeviceState }) {
  if (outage !== null) return <State tone="bad">{`Сбой с\u00a0${at(outage)}`}</State>;
  if (silent !== null) return <State tone="wait">{`Молчит на\u00a0приказы с\u00a0${at(silent)}`}</State>;
  return (
    <State tone="ok" quiet>
      На связи
    </State>
  );
}

function Differing() {
  const answer = useAnswer(contract.networkState.differs, {}, { every: EVERY_MS });
  return (
    <Part
      title="Не такие, как должны"
      caption={answer.data?.all ? counted(answer.data.all, 'сеанс', 'сеанса', 'сеансов') : undefined}
    >
      <Loaded
        answer={answer}
        failed="Сеансы не загрузились."
        skeleton={<SkeletonRows label="Сравниваем сеансы" count={2} tile={false} />}
      >
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p>Дольше пяти минут не отличается ни один сеанс.</p>
          ) : (
            <ul className={plane.rows}>
              {sessions.map((one) => (
                <DifferingRow key={one.session_id} one={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Part>
  );
}

function DifferingRow({ one }: { one: DeviceSession }) {
  const order = orderText(one);
  return (
    <li className={plane.row}>
      <span>
        <Link to={`/contracts/${one.contract_id}`}>{one.login ?? `Услуга ${one.user_id}`}</Link>
        <span className={plane.sub}>
          {[one.device, one.ip, one.heard_at !== null && `отчёт ${at(one.heard_at)}`].filter(Boolean).join(', ')}
        </span>
        <span className={plane.sub}>{wantedText(one)}</span>
        <span className={plane.sub}>{seenText(one)}</span>
        {order !== null && <span className={plane.sub}>{order}</span>}
      </span>
    </li>
  );
}
