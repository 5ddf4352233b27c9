import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { counted } from '#web/lib/text/format.ts';
import { CodeBlock } from './code-block.tsx';
import styles from './devices.module.css';
import { deviceSeenText } from './devices.texts.ts';
import type { TvDevice, TvDevices } from './tv-devices.ts';

interface AppsProps {
  userId: number;
  known: TvDevices;
  today: string;
}

/** Applications that are signed in, and the code for one more device. */
export function AppsCard({ userId, known: { devices, activation, sign_in }, today }: AppsProps) {
  const [leaving, setLeaving] = useState<TvDevice>();
  const apps = devices.filter(({ kind }) => kind === 'app');
  const isLocked = activation?.control.status === 'locked';
  return (
    <Card
      title="В приложении"
      aside={apps.length > 0 && <span>{counted(apps.length, 'устройство', 'устройства', 'устройств')}</span>}
    >
      {apps.length === 0 ? (
        <p>{devices.length === 0 ? 'Устройств пока нет.' : 'В\u00a0приложении никто не\u00a0входил.'}</p>
      ) : (
        <ul className={styles.things}>
          {apps.map((app) => (
            <li key={app.device} className={styles.thing}>
              <Icon name={/телевизор|tv|тв/i.test(app.name) ? 'tv' : 'smartphone'} size="sm" />
              <div>
                <b>{app.name}</b>
                <span className={styles.last}>
                  {!app.is_online && !app.is_leaving && <Icon name="wifi-off" size="xs" />}
                  <span role="status">{deviceSeenText(app, today)}</span>
                </span>
              </div>
              {!app.is_leaving && !isLocked && (
                <TextButton onClick={() => setLeaving(app)}>
                  Отвязать<VisuallyHidden> {app.name}</VisuallyHidden>
                </TextButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {activation && <CodeBlock userId={userId} activation={activation} />}
      {sign_in !== null && <p className={styles.reason}>{`${sign_in}.`}</p>}
      <DropDialog userId={userId} device={leaving} onClose={() => setLeaving(undefined)} />
    </Card>
  );
}

function DropDialog({
  userId,
  device,
  onClose,
}: {
  userId: number;
  device: TvDevice | undefined;
  onClose: () => void;
}) {
  const { mutate, isPending } = useAction(contract.tvUser.dropDevice);
  const drop = (): void => {
    if (!device) return;
    mutate(
      { params: { id: String(userId) }, body: { device: device.device } },
      {
        onSuccess: onClose,
        onError: (failure) => {
          onClose();
          sayError(failure, 'Проверьте связь и повторите', 'Устройство не отвязано');
        },
      },
    );
  };
  return (
    <CutDialog
      open={device !== undefined}
      title={`Отвязать «${device?.name ?? ''}»?`}
      cut="Отвязать"
      busy={isPending}
      onCut={drop}
      onClose={onClose}
    >
      <p>Просмотр на&nbsp;нём прервётся. Чтобы вернуть устройство, войдите на&nbsp;нём заново.</p>
    </CutDialog>
  );
}
