// `Devices`: set-top boxes with their remote control, applications, and the code for a new device: <Devices user={user} />.
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { AppsCard } from './apps-card.tsx';
import { BoxCard } from './box-card.tsx';
import { useTvDevices } from './tv-devices.ts';

export function Devices({ user: { user_id: userId } }: { user: Pick<User, 'user_id'> }) {
  const answer = useTvDevices(userId);
  const today = dayOf(now());
  return (
    <LoadedCard
      title="Приставка"
      answer={answer}
      failed="Не удалось загрузить устройства."
      skeleton={<SkeletonRows label="Загружаем устройства" count={3} tile={false} />}
    >
      {(known) => {
        if (!known.is_connected) return null;
        const boxes = known.devices.filter(({ kind }) => kind === 'box');
        return (
          <>
            {boxes.map((box, index) => (
              <BoxCard
                key={box.device}
                userId={userId}
                box={box}
                title={boxes.length > 1 ? `Приставка ${index + 1}` : 'Приставка'}
                today={today}
              />
            ))}
            <AppsCard userId={userId} known={known} today={today} />
          </>
        );
      }}
    </LoadedCard>
  );
}
