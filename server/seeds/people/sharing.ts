import { at } from '../calendar.ts';
import { insertRows } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

interface Shared {
  readonly owner: number;
  readonly member: number;
  readonly role: 'payer' | 'technician' | 'full';
  readonly daysAgo: number;
  /** Days since the member last opened the contract; undefined: never. */
  readonly used?: number;
}

/** Payers, a technician, and a person with full access to the company's contract. */
const SHARED: readonly Shared[] = [
  { owner: 100_001, member: 100_003, role: 'payer', daysAgo: 45, used: 4 },
  { owner: 100_002, member: 100_001, role: 'payer', daysAgo: 80, used: 32 },
  { owner: 100_004, member: 100_003, role: 'technician', daysAgo: 12 },
  { owner: 100_005, member: 100_004, role: 'full', daysAgo: 140, used: 2 },
];

/** Adds contracts that are shared with other subscribers. */
export async function addShares({ client, calendar }: Seeding): Promise<void> {
  await insertRows(
    client,
    'contract_share',
    SHARED.map(({ owner, member, role, daysAgo, used }, index) => ({
      share_id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
      contract_id: owner,
      member_id: member,
      role,
      since: at(calendar.ago(daysAgo), '18:20'),
      used_at: used === undefined ? null : at(calendar.ago(used), '20:05'),
    })),
  );
}
