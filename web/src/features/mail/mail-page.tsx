import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, keepTogether } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { leadOf, ServicePage } from '#web/shared/service/page/service-page.tsx';
import { ServicePlan } from '#web/shared/service/page/service-plan.tsx';
import { ServiceTrouble } from '#web/shared/service/page/service-trouble.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { LettersCard } from './letters-card.tsx';
import { sizeIn, sizeText, useMailbox, type Mailbox } from './mail-data.ts';
import { NamesCard } from './names-card.tsx';
import { NewBoxCard } from './new-box-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { KeptCard, RemoveCard } from './remove-card.tsx';
import { MailSetupCard } from './setup-card.tsx';
import { SpaceCard } from './space-card.tsx';

/** One mailbox: its space, settings for programs, copies and replies, names, password; deleting and restoring. */
export const MailPage = () => (
  <ServicePage
    kind="mail"
    lead={(user, title) => <Lead key={user.user_id} user={user} usual={leadOf(user, title)} />}
    main={(user) => <Main key={user.user_id} user={user} />}
    entry={(user) => <Side key={user.user_id} user={user} />}
    more={(user) => <Rare key={`rare ${user.user_id}`} user={user} />}
    rest={() => <NewBoxCard />}
  />
);

/** How much space is left and until when, of a mailbox that fills up; else what every service tells. */
function Lead({ user, usual }: { user: User; usual: string | undefined }) {
  const { data: box } = useMailbox(user.user_id);
  if (box?.state !== 'active') return usual;
  if (box.used_bytes >= box.quota_bytes) return keepTogether('Места нет: новые письма возвращаются отправителям.');
  if (box.full_on === null) return usual;
  const left = sizeIn(Math.max(0, box.quota_bytes - box.used_bytes), box.quota_bytes);
  const day = dayText(box.full_on, dayOf(now()));
  return keepTogether(
    `Места осталось ${left} из ${sizeText(box.quota_bytes)}: при обычном потоке писем хватит до ${day}.`,
  );
}

function Main({ user }: { user: User }) {
  const today = dayOf(now());
  const answer = useMailbox(user.user_id);
  return (
    <>
      {user.state !== 'closed' && <ServiceTrouble user={user} />}
      <LoadedCard
        title="Место"
        answer={answer}
        failed="Не удалось загрузить ящик."
        skeleton={<SkeletonRows label="Загружаем ящик" count={3} tile={false} />}
      >
        {(box) => (box.state === 'closed' ? <Deleted box={box} today={today} /> : <Living box={box} />)}
      </LoadedCard>
      {user.state !== 'closed' && user.plan !== null && Number(user.plan.price) > 0 && (
        <ServicePlan user={user} today={today} />
      )}
    </>
  );
}

/** A deleted mailbox: restoring it is the main thing here. */
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

const Living = ({ box }: { box: Mailbox }) => (
  <>
    <SpaceCard box={box} />
    <MailSetupCard box={box} />
    <LettersCard box={box} />
  </>
);

/** Cards that are used often. The card of the account comes between them and `Rare`. */
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
      <RemoveCard box={box} />
    </>
  );
}
