import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';

/** «кассир, поддержка» */
export const rolesText = (roles: readonly (keyof typeof ROLE_NAMES)[]): string =>
  roles.map((role) => ROLE_NAMES[role]).join(', ');
