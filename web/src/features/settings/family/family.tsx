import { useRole } from '#web/shared/data/role.ts';
import { Columns, Stack } from '#web/ui/card/card.tsx';
import { AddContract } from './family-add.tsx';
import { Members } from './family-members.tsx';
import { OtherContracts, OwnAccess } from './family-others.tsx';

/** Who has access to the contract, and the contracts of others that this sign-in opens. */
export function Family() {
  const role = useRole();
  if (role !== undefined && role !== 'none') return <OwnAccess role={role} />;
  return (
    <Columns>
      <Stack>
        {role === undefined && <Members />}
        <OtherContracts />
      </Stack>
      <Stack>
        <AddContract />
      </Stack>
    </Columns>
  );
}
