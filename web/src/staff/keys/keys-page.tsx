import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, dayText, momentText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, type Tone } from '#web/ui/card/state.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part, Plane, PlaneHead } from '../look/plane.tsx';
import { ProgramKeyDialog } from './program-key-dialog.tsx';

type Key = Wire<typeof contract.keys.list>[number];

const STATES: Record<Key['state'], { tone: Tone; word: string }> = {
  works: { tone: 'ok', word: 'Действует' },
  expired: { tone: 'off', word: 'Истёк' },
  ended: { tone: 'off', word: 'Закончен' },
};

/** What programs may do here, from where, until when, and when they did it last. */
export function KeysPage() {
  const answer = useAnswer(contract.keys.list, {});
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Key>();
  const mayAdd = useMay('keys add');
  const working = answer.data?.filter(({ state }) => state === 'works').length;
  return (
    <Plane>
      <PlaneHead
        title="Ключи программ"
        lead={working ? `Работает ${counted(working, 'программа', 'программы', 'программ')}.` : undefined}
        actions={mayAdd && <Button onClick={() => setAdding(true)}>Дать ключ</Button>}
      />
      <Part title="Ключи">
        <Loaded
          alone
          answer={answer}
          failed="Ключи не загрузились."
          skeleton={<SkeletonRows label="Загружаем ключи" tile={false} />}
        >
          {(keys) =>
            keys.length === 0 ? (
              <Empty icon="key" title="Ключей ещё не давали">
                С ключом программа делает только названные вызовы, из своих сетей, до своего дня.
              </Empty>
            ) : (
              <ul className={plane.rows}>
                {keys.map((key) => (
                  <KeyRow key={key.key_id} one={key} onEnd={() => setEnding(key)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Part>
      {isAdding && <ProgramKeyDialog onClose={() => setAdding(false)} />}
      {ending && <EndKey one={ending} onClose={() => setEnding(undefined)} />}
    </Plane>
  );
}

function KeyRow({ one, onEnd }: { one: Key; onEnd: () => void }) {
  const mayEnd = useMay('keys end');
  const today = dayOf(now());
  const { tone, word } = STATES[one.state];
  const used = one.used_at === null ? 'ещё не работал' : `работал ${momentText(one.used_at, today)}`;
  return (
    <li className={plane.row}>
      <div>
        <b>{one.name}</b>{' '}
        <State tone={tone} quiet={tone === 'ok'}>
          {word}
        </State>
        <span className={plane.sub}>
          {one.calls.join(', ')} · из {one.networks.join(', ')}
        </span>
        <span className={plane.sub}>
          дал {one.made_by}, {dayText(dayOf(one.made_at), today)} · до {dayText(dayOf(one.expires_at), today)} · {used}
        </span>
      </div>
      {mayEnd && one.state === 'works' && (
        <Button look="plain" size="sm" aria-label={`Закончить ключ «${one.name}»`} onClick={onEnd}>
          Закончить
        </Button>
      )}
    </li>
  );
}

function EndKey({ one, onClose }: { one: Key; onClose: () => void }) {
  const end = useChange(contract.keys.end);
  const cut = (): void =>
    end.mutate(
      { body: { key_id: String(one.key_id) } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Ключ закончен', one.name);
        },
        onError: (failure) => void sayError(failure, 'Закончить не получилось. Повторите'),
      },
    );
  return (
    <CutDialog open title="Закончить ключ?" cut="Закончить" busy={end.isPending} onCut={cut} onClose={onClose}>
      <p>Программа «{one.name}» перестанет работать сразу. Вернуть ключ нельзя, только дать новый.</p>
    </CutDialog>
  );
}
