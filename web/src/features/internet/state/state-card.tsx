import type { ReactNode } from 'react';
import type { User } from '#web/shared/data/frame-data.ts';
import { PauseOrTrouble } from '#web/shared/suspension/pause-or-trouble.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { UnlockButton } from '#web/shared/diagnosis/unlock-button.tsx';

const unlock = (user: User) => <UnlockButton user={user} />;

/** The ways out that only internet has. */
const ways: Partial<Record<NonNullable<User['reason']>, (user: User) => ReactNode>> = {
  login_locked: unlock,
  session_stuck: unlock,
  binding_stale: unlock,
  schedule: () => (
    <LinkButton to="#schedule" external icon="calendar-clock">
      К графику доступа
    </LinkButton>
  ),
};

/** «Почему не работает»: the cause, and the one button that helps. */
export const StateCard = ({ user }: { user: User }) => (
  <PauseOrTrouble user={user} way={user.reason === null ? undefined : ways[user.reason]?.(user)} />
);
