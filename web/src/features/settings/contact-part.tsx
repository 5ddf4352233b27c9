import { contract } from '#api/contract.ts';
import { useAction, useCall } from '#api/use-call.ts';
import { ContactCard } from '#shared/contact/contact-card.tsx';
import { EMAIL, PHONE, timesOf } from '#shared/contact/contact-kinds.ts';
import { Loaded } from '#shared/page/loaded.tsx';
import { Card } from '#ui/card.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';

/** The phone of the contract. */
export function MobilePart() {
  const answer = useCall(contract.notice.getMobile, {});
  const set = useAction(contract.notice.setMobile);
  const activate = useAction(contract.notice.activateMobile);
  return (
    <Loaded answer={answer} failed="Не удалось загрузить телефон." skeleton={<PartSkeleton title="Телефон" />}>
      {({ phone_number: number, is_active: isActive, waiting }) => (
        <ContactCard
          kind={PHONE}
          contact={{
            active: isActive ? (number ?? undefined) : undefined,
            waiting: waiting ? { address: waiting.phone_number, ...timesOf(waiting) } : undefined,
          }}
          isBusy={set.isPending || activate.isPending}
          onSet={(address, then) => set.mutate({ body: { phone_number: address } }, then)}
          onCode={(code, then) => activate.mutate({ body: { code } }, then)}
          onLost={() => void answer.refetch()}
        />
      )}
    </Loaded>
  );
}

/** The e-mail of the contract. */
export function EmailPart() {
  const answer = useCall(contract.notice.emailSettings, {});
  const set = useAction(contract.notice.setEmail);
  const activate = useAction(contract.notice.activateEmail);
  return (
    <Loaded answer={answer} failed="Не удалось загрузить почту." skeleton={<PartSkeleton title="Почта" />}>
      {({ email, is_active: isActive, waiting }) => (
        <ContactCard
          kind={EMAIL}
          contact={{
            active: isActive ? (email ?? undefined) : undefined,
            waiting: waiting ? { address: waiting.email, ...timesOf(waiting) } : undefined,
          }}
          isBusy={set.isPending || activate.isPending}
          onSet={(address, then) => set.mutate({ body: { email: address } }, then)}
          onCode={(code, then) => activate.mutate({ body: { code } }, then)}
          onLost={() => void answer.refetch()}
        />
      )}
    </Loaded>
  );
}

export const PartSkeleton = ({ title }: { title: string }) => (
  <Card title={title}>
    <SkeletonRows label={`Загружаем: ${title.toLowerCase()}`} count={2} />
  </Card>
);
