import { Suspense } from 'react';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { canSendCode } from '#web/shared/contact/code-ways.ts';
import { useRole } from '#web/shared/data/role.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Columns, Stack } from '#web/ui/card/card.tsx';
import { PartSkeleton } from '../part-skeleton.tsx';
import { Matrix } from './notices-matrix.tsx';
import { ExamplesCard } from './notices-examples.tsx';
import { PushCard } from './notices-push.tsx';
import { NoticesWhen } from './notices-when.tsx';

/** Below all else, and only where the operator sells text messages. */
const ProgramsCard = lazyPart(async () => (await import('#web/shared/change/programs-card.tsx')).ProgramsCard);

/** What comes by which channel, when, and the paid text messages. */
export function NoticesPart() {
  const answer = useCall(contract.notice.settings, {});
  const isOwn = useRole() === undefined;
  const mobile = useCall(contract.notice.mobileSettings, {});
  const paid = mobile.data?.package ?? undefined;
  // Nobody pays for messages that are not sent; whoever has bought them can still give them up.
  const isOffered = canSendCode('phone') || paid?.control.status === 'on';
  return (
    <Loaded answer={answer} failed="Не удалось загрузить уведомления." skeleton={<PartSkeleton title="Что и куда" />}>
      {(settings) => (
        <Columns>
          <Stack>
            <Matrix settings={settings} />
            <NoticesWhen settings={settings} />
          </Stack>
          <Stack>
            {isOwn && <PushCard />}
            <ExamplesCard kinds={settings.kinds} />
          </Stack>
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
        </Columns>
      )}
    </Loaded>
  );
}
