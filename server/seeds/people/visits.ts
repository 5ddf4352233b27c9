import { createHash } from 'node:crypto';
import { at } from '../calendar.ts';
import { insertRows } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

/** Earlier visits of clients: sessions that ended by signing out, so that the home screen can show what is new. */
export async function addVisits({ client, calendar }: Seeding): Promise<void> {
  const visits = [
    { contractId: 100_001, daysAgo: 8, browser: 'Chrome, Android' },
    { contractId: 100_002, daysAgo: 31, browser: 'Яндекс Браузер, Windows' },
    { contractId: 100_005, daysAgo: 5, browser: 'Firefox, Windows' },
  ];
  await insertRows(
    client,
    'session',
    visits.map(({ contractId, daysAgo, browser }) => {
      const day = calendar.ago(daysAgo);
      return {
        session_id: `visit-${contractId}`,
        kind: 'subscriber',
        contract_id: contractId,
        rotated_at: at(day, '18:35'),
        // The key is constant and there is no refresh secret, so no token can be derived.
        derivation_key: `\\x${createHash('sha256').update(`visit-${contractId}`).digest('hex')}`,
        started_at: at(day, '18:35'),
        last_used_at: at(day, '18:48'),
        expires_at: at(calendar.ago(daysAgo - 1), '18:48'),
        ended_at: at(day, '18:50'),
        end_reason: 'signed_out',
        browser,
        network: '10.84.17',
      };
    }),
  );
}
