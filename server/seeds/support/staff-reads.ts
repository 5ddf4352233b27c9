import { at } from '../calendar.ts';
import { insertRows } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

/** Adds reads by the staff: a balance before a call back, payments after a question. */
export async function addStaffReads({ client, calendar }: Seeding): Promise<void> {
  const reads = [
    { contractId: 100_001, daysAgo: 3, time: '13:54', operator: 'Ольга В.', role: 'cashier', call: 'payments list' },
    { contractId: 100_001, daysAgo: 3, time: '13:52', operator: 'Ольга В.', role: 'cashier', call: 'contract balance' },
    {
      contractId: 100_002,
      daysAgo: 12,
      time: '10:20',
      operator: 'Нина П.',
      role: 'accountant',
      call: 'contract balance',
    },
  ];
  await insertRows(
    client,
    'staff_read',
    reads.map(({ contractId, daysAgo, time, ...read }) => ({
      contract_id: contractId,
      read_at: at(calendar.ago(daysAgo), time),
      ...read,
    })),
  );
}
