import { useState, type ReactNode } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { number } from '#web/lib/text/format.ts';
import { useStored } from '#web/lib/page/stored.ts';
import { useUsers, type User } from '#web/shared/data/frame-data.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { kindOf } from '#web/shared/service/text/service-state.tsx';
import { useOnline } from '#web/lib/page/online.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout, Empty } from '#web/ui/card/callout.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import type { Server } from './measure.ts';
import { MeasuringPanel } from './measuring-panel.tsx';
import { LatencyCard, Result, UsesCard } from './result.tsx';
import { SpeedHistory } from './speed-history.tsx';
import styles from './speed-page.module.css';
import { useMeasuring, type Measuring } from './use-measuring.ts';
import { mbit, verdictOf, type Measurement } from './verdict.texts.ts';

/** More services than this are not offered as a choice. */
const MOST_SERVICES = 6;
const YEAR_MS = 365 * 86_400_000;

type Servers = Wire<typeof contract.speedTest.servers>['servers'];

interface SpeedPageProps {
  /** Use only servers inside the provider's network: they measure the line, not the internet beyond it. */
  isInside: boolean;
  /** Below the measurement: where the client is. */
  aside: ReactNode;
}

/** The measurement: choice of server and connection, progress, result, and earlier measurements. */
export function SpeedPage({ isInside, aside }: SpeedPageProps) {
  const measuring = useMeasuring();
  const servers = useCall(contract.speedTest.servers, {});
  const hosts = servers.data?.servers.filter((one) => one.is_inside || !isInside);
  const { title, lead } = hosts?.length === 0 ? NOWHERE : headOf(measuring.state, isInside);
  const result = measuring.state.kind === 'done' ? measuring.state.result : undefined;
  return (
    <>
      <PageHead title={title} lead={lead} tab="Проверка скорости" />
      <Columns>
        <Stack>
          <Loaded
            answer={servers}
            failed="Не удалось узнать, где измерять."
            skeleton={
              <Card title="Измерить скорость">
                <SkeletonRows label="Ищем узлы замера" tile={false} count={2} />
              </Card>
            }
          >
            {() => <Measurer servers={hosts ?? []} {...measuring} />}
          </Loaded>
          {result && <UsesCard result={result} />}
          <SpeedHistory />
        </Stack>
        <Stack>
          {result && <LatencyCard result={result} />}
          {aside}
        </Stack>
      </Columns>
    </>
  );
}

function headOf(state: Measuring, isInside: boolean): { title: string; lead: string } {
  if (state.kind === 'done') return verdictOf(state.result);
  if (state.kind === 'running' || state.kind === 'saving')
    return { title: 'Измеряем скорость', lead: 'Это займёт около двадцати секунд. Не\u00a0закрывайте страницу.' };
  return isInside
    ? { title: 'Скорость внутри сети', lead: 'Измерим до нашего узла: линия отдельно от интернета.' }
    : { title: 'Проверка скорости', lead: 'Замер займёт около двадцати секунд. Сравним его с\u00a0тарифом.' };
}

const NOWHERE = { title: 'Измерить пока негде', lead: 'Нет узла, до\u00a0которого измеряют скорость.' };

function Measurer({ servers, ...measuring }: { servers: Servers } & ReturnType<typeof useMeasuring>) {
  const lines = useLines();
  const [chosen, choose] = useState<number>();
  const [link, setLink] = useStored<Measurement['link']>('speed-link', 'unknown', YEAR_MS);
  const [serverId, setServer] = useState<string>();
  const server = servers.find((one) => one.server_id === serverId) ?? servers[0];
  const user = lines.find(({ user_id }) => user_id === chosen) ?? lines[0];
  const { state, start, stop, keepAgain } = measuring;
  if (!server) return <NoServer />;
  const begin = () => void start({ server, userId: user?.user_id, link });
  if (state.kind === 'running') {
    return <MeasuringPanel progress={state.progress} planMbit={planOf(user)} onStop={stop} />;
  }
  if (state.kind === 'done') return <Result result={state.result} onAgain={begin} />;
  return (
    <Card title="Измерить скорость">
      <div className={styles.form}>
        <Trouble state={state} />
        <Choice label="Как подключено устройство" options={LINKS} value={link} onChange={setLink} />
        {lines.length <= MOST_SERVICES && (
          <Choice
            label="Какую услугу сравнить"
            options={lines.map(({ user_id, name }) => ({ value: String(user_id), text: name }))}
            value={String(user?.user_id)}
            onChange={(value) => choose(Number(value))}
          />
        )}
        <Choice
          label="До какого узла"
          options={servers.map(({ server_id, name }) => ({ value: server_id, text: name }))}
          value={server.server_id}
          onChange={setServer}
        />
        <p className={styles.note}>{noteOf(server)}</p>
        <Begin state={state} onBegin={begin} onKeep={keepAgain} />
      </div>
    </Card>
  );
}

/** The internet services that a measurement can be compared with. */
function useLines(): User[] {
  const { data = [] } = useUsers();
  return data.filter(({ user_type: type, state }) => kindOf(type) === 'internet' && state !== 'closed');
}

function Trouble({ state }: { state: Measuring }) {
  if (state.kind === 'failed') {
    return (
      <Callout tone="bad" role="alert" title={state.isReached ? 'Замер прервался.' : 'Узел замера не ответил.'}>
        {state.isReached
          ? 'Связь с\u00a0узлом пропала или узел занят. Повторите через минуту.'
          : 'Измерить не\u00a0удалось: узел сейчас недоступен или его закрывает сеть, в\u00a0которой вы\u00a0сидите. Повторите через минуту или выберите другой узел.'}
      </Callout>
    );
  }
  if (state.kind !== 'unsaved') return null;
  return (
    <Callout
      tone="wait"
      role="alert"
      title={`${mbit(state.figures.down_kbit)}\u00a0Мбит/с, но\u00a0замер не сохранился.`}
    >
      Цифры на&nbsp;месте: проверьте связь и&nbsp;сохраните ещё раз.
    </Callout>
  );
}

function Begin({ state, onBegin, onKeep }: { state: Measuring; onBegin: () => void; onKeep: () => void }) {
  const isUnsaved = state.kind === 'unsaved';
  const isOnline = useOnline();
  return (
    <>
      <ButtonRow>
        {isUnsaved && (
          <Button aria-disabled={!isOnline} onClick={onKeep}>
            Сохранить замер
          </Button>
        )}
        <Button
          look={isUnsaved ? 'line' : 'solid'}
          busy={state.kind === 'saving'}
          aria-disabled={!isOnline}
          onClick={onBegin}
        >
          Измерить скорость
        </Button>
      </ButtonRow>
      {!isOnline && <p className={styles.note}>Сети сейчас нет. Измерить можно, когда она появится.</p>}
    </>
  );
}

const LINKS = [
  { value: 'cable', text: 'По кабелю' },
  { value: 'wifi', text: 'По Wi-Fi' },
  { value: 'unknown', text: 'Не знаю' },
] as const satisfies readonly { value: Measurement['link']; text: string }[];

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly { value: T; text: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** Shown only if there is more than one option. */
const Choice = <T extends string>({ label, ...chips }: ChoiceProps<T>) =>
  chips.options.length > 1 && (
    <div>
      <p className={styles.label}>{label}</p>
      <Chips label={label} {...chips} />
    </div>
  );

const noteOf = ({ name, is_inside: isInside, most_mbit: most }: Server): string =>
  `${name}${isInside ? ', внутри нашей сети' : ', в интернете'}; сам выдаёт до\u00a0${number(most)}\u00a0Мбит/с. За\u00a0замер уйдёт до 600\u00a0МБ.`;

/** The plan's speed as its summary tells it. */
const planOf = (user: User | undefined): number | undefined => {
  const [, speed] = /(\d+)\s*Мбит/.exec(user?.plan?.summary ?? '') ?? [];
  return speed === undefined ? undefined : Number(speed);
};

const NoServer = () => (
  <Card title="Измерить скорость">
    <Empty icon="gauge" title="Здесь измерить пока нельзя">
      Узел замера ещё не&nbsp;подключён. Поддержка измерит вашу линию со&nbsp;своей стороны.
    </Empty>
  </Card>
);
