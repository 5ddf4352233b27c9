import { Stack } from '#ui/card.tsx';
import { PersonalKeys } from './personal-keys.tsx';
import { StaffReads } from './staff-reads.tsx';

/** Who looks at the subscriber's data: our staff, and programs of his own. */
export const OwnData = () => (
  <Stack>
    <StaffReads />
    <PersonalKeys />
  </Stack>
);
