import { Stack } from '#ui/card.tsx';
import { ArchiveCard } from './archive-card.tsx';
import { PersonalKeys } from './personal-keys.tsx';
import { StaffReads } from './staff-reads.tsx';

/** The subscriber's data: an archive of all of it, and who looks at it, our staff and programs of his own. */
export const OwnData = () => (
  <Stack>
    <ArchiveCard />
    <StaffReads />
    <PersonalKeys />
  </Stack>
);
