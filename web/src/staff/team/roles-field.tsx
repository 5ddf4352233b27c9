import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';
import { Checkbox } from '#web/ui/field/field.tsx';
import type { Colleague } from './team-page.tsx';

export type StaffRole = Colleague['roles'][number];

/** In the order of the menu of an office. */
const ROLES: readonly StaffRole[] = [
  'cashier',
  'support',
  'technician',
  'engineer',
  'accountant',
  'owner',
  'admin',
  'auditor',
];

interface RolesFieldProps {
  value: readonly StaffRole[];
  error: string | undefined;
  onChange: (roles: StaffRole[]) => void;
}

/** Several roles may be chosen; their rights add up. */
export function RolesField({ value, error, onChange }: RolesFieldProps) {
  const turn = (role: StaffRole): void =>
    onChange(value.includes(role) ? value.filter((one) => one !== role) : [...value, role]);
  return (
    <fieldset>
      <legend>Роли, права складываются</legend>
      {ROLES.map((role) => (
        <div key={role}>
          <Checkbox checked={value.includes(role)} onChange={() => turn(role)}>
            {ROLE_NAMES[role]}
          </Checkbox>
        </div>
      ))}
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  );
}
