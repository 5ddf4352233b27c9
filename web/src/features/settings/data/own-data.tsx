import { Columns, Stack } from '#web/ui/card/card.tsx';
import { ArchiveCard } from './archive-card.tsx';
import { PersonalKeys } from '../keys/personal-keys.tsx';
import { StaffReads } from './staff-reads.tsx';

/** The subscriber's data: an archive of all of it, and who looks at it, our staff and programs of his own. */
export const OwnData = () => (
  <Columns>
    <Stack>
      <ArchiveCard />
    </Stack>
    <Stack>
      <StaffReads />
    </Stack>
    <Stack>
      <PersonalKeys />
    </Stack>
  </Columns>
);
