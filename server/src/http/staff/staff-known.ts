import { hasStaff } from '#server/domain/staff/person/person.queries.ts';
import type { Portal } from '#server/kernel/world.ts';

const known = new WeakSet<Portal['world']>();

/** Whether the provider has added a person of the staff: until then there are no pages and no calls for them. People are never deleted. */
export async function isStaffKnown({ world }: Portal): Promise<boolean> {
  if (known.has(world)) return true;
  const isKnown = await world.db.read(hasStaff);
  if (isKnown) known.add(world);
  return isKnown;
}
