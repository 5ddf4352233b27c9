import { now } from '#lib/clock.ts';
import { dayOf, dayText, keepTogether } from '#lib/format.ts';
import type { User } from '#shared/data/frame-data.ts';
import { Loaded } from '#shared/page/loaded.tsx';
import { ServicePage } from '#shared/service/service-page.tsx';
import { ServicePlan } from '#shared/service/service-plan.tsx';
import { ServiceTrouble } from '#shared/service/service-trouble.tsx';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { LettersCard } from './letters-card.tsx';
import { useMailbox, type Mailbox } from './mail-data.ts';
import { NamesCard } from './names-card.tsx';
import { NewBoxCard } from './new-box-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { KeptCard, RemoveCard } from './remove-card.tsx';
import { SetupCard } from './setup-card.tsx';
import { SpaceCard } from './space-card.tsx';

/** One mailbox: its space, settings for programs, copies and replies, names, password; deleting and restoring. */
export const Page = () => (
  <ServicePage
    kind="mail"
    main={(user) => <Main key={user.user_id} user={user} />}
    entry={(user) => <Side key={user.user_id} user={user} />}
    more={(user) => <Rare key={`rare ${user.user_id}`} user={user} />}
  />
);

function Main({ user }: { user: User }) {
  const today = dayOf(now());
  const answer = useMailbox(user.user_id);
  return (
    <>
      {user.state !== 'closed' && <ServiceTrouble user={user} />}
      <Loaded
        answer={answer}
        failed="Не удалось загрузить ящик."
        skeleton={
          <Card title="Место">
            <SkeletonRows label="Загружаем ящик" count={3} tile={false} />
          </Card>
        }
      >
        {(box) => (box.state === 'closed' ? <Deleted box={box} today={today} /> : <Living box={box} today={today} />)}
      </Loaded>
      {user.state !== 'closed' && user.plan !== null && Number(user.plan.price) > 0 && (
        <ServicePlan user={user} today={today} />
      )}
    </>
  );
}

/** The way back is the main thing here. */
const Deleted = ({ box: { kept_until, kept_days }, today }: { box: Mailbox; today: string }) => (
  <>
    <Callout tone="wait" title="Ящик удалён.">
      {keepTogether(
        `Войти в него нельзя, письма возвращаются отправителям. Вернуть его можно до ${dayText(kept_until ?? today, today)}.`,
      )}
    </Callout>
    <KeptCard keptDays={kept_days} />
  </>
);

const Living = ({ box, today }: { box: Mailbox; today: string }) => (
  <>
    <SpaceCard box={box} today={today} />
    <SetupCard box={box} />
    <LettersCard box={box} />
  </>
);

/** What one uses now; the account of the service comes between this and `Rare`. */
function Side({ user }: { user: User }) {
  const { data: box } = useMailbox(user.user_id);
  if (!box) return null;
  return (
    <>
      <PasswordCard box={box} />
      {box.state !== 'closed' && <NamesCard box={box} />}
    </>
  );
}

function Rare({ user }: { user: User }) {
  const { data: box } = useMailbox(user.user_id);
  if (!box) return null;
  return (
    <>
      {box.state !== 'closed' && <KeptCard keptDays={box.kept_days} />}
      <NewBoxCard />
      <RemoveCard box={box} />
    </>
  );
}
