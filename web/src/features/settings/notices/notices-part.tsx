import { Suspense } from 'react';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { canSendCode } from '#web/shared/contact/code-ways.ts';
import { useRole } from '#web/shared/data/role.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Stack } from '#web/ui/card/card.tsx';
import { warningText } from '../overview/notices.texts.ts';
import { PartSkeleton } from '../part-skeleton.tsx';
import { NoticesChannels } from './notices-channels.tsx';
import { Warning } from './notices-examples.tsx';
import { PushCard } from './notices-push.tsx';
import { NoticesTopics } from './notices-topics.tsx';
import { NoticesWhen } from './notices-when.tsx';
import styles from './notices.module.css';

const WHERE = 'Куда пишем';

/** Below all else, and only where the operator sells text messages. */
const ProgramsCard = lazyPart(async () => (await import('#web/shared/change/programs-card.tsx')).ProgramsCard);

/** When we write, where, when not, and about what; and the paid text messages. */
export function NoticesPart() {
  const answer = useCall(contract.notice.settings, {});
  const isOwn = useRole() === undefined;
  const mobile = useCall(contract.notice.mobileSettings, {});
  const paid = mobile.data?.package ?? undefined;
  // Nobody pays for messages that are not sent; whoever has bought them can still give them up.
  const isOffered = canSendCode('phone') || paid?.control.status === 'on';
  return (
    <Loaded
      title={WHERE}
      answer={answer}
      failed="Не удалось загрузить уведомления."
      skeleton={<PartSkeleton title={WHERE} />}
    >
      {(settings) => (
        <Stack>
          <div className={styles.box}>
            <div className={styles.four}>
              <Warning when={warningText(settings.kinds)} />
              <NoticesChannels settings={settings} />
              <NoticesWhen settings={settings} />
              <NoticesTopics settings={settings} />
              {isOwn && <PushCard />}
            </div>
          </div>
          {paid && isOffered && (
            <Suspense>
              <ProgramsCard
                whose="contract"
                title="Платный пакет СМС"
                only={({ programm_id }) => programm_id === paid.programm_id}
                onDone={() => void answer.refetch()}
              />
            </Suspense>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
