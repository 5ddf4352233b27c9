import { createHash } from 'node:crypto';
import { readProvider } from '#server/kernel/provider.ts';
import { at } from '../calendar.ts';
import { insertKeyed, insertRows, known } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** The former version of the text, which did not name chats. */
const FORMER_MARKETING =
  'Я согласен получать от ООО «Волга Телеком» новости и предложения об услугах по СМС и на почту.\n\nСогласие действует, пока я его не отозвал.';

const DECISIONS = [
  {
    contractId: 100_001,
    name: 'marketing',
    version: '1',
    isGiven: true,
    daysAgo: 410,
    time: '19:12',
    browser: ANDROID,
  },
  { contractId: 100_001, name: 'partners', version: '1', isGiven: true, daysAgo: 300, time: '20:31', browser: ANDROID },
  { contractId: 100_001, name: 'partners', version: '1', isGiven: false, daysAgo: 96, time: '09:05', browser: WINDOWS },
  { contractId: 100_004, name: 'marketing', version: '2', isGiven: true, daysAgo: 30, time: '21:40', browser: WINDOWS },
  {
    contractId: 100_005,
    name: 'marketing',
    version: '2',
    isGiven: false,
    daysAgo: 41,
    time: '10:15',
    browser: WINDOWS,
  },
] as const;

/** Adds consents that clients have given in the portal. 100001 has agreed to a former version of the consent to news. */
export async function addConsents({ client, calendar }: Seeding): Promise<void> {
  const { consents, product } = await readProvider(new URL('../provider.json', import.meta.url));
  const present = consents.map(({ name, version, title, text, valid_from }) => ({
    name,
    version,
    title,
    text,
    first_used_at: at(valid_from, '00:00'),
  }));
  const texts = [
    ...present,
    ...present
      .filter(({ name }) => name === 'marketing')
      .map((text) => ({
        ...text,
        version: '1',
        text: FORMER_MARKETING,
        first_used_at: at(calendar.ago(500), '00:00'),
      })),
  ].map((text) => ({
    ...text,
    text_hash: `\\x${createHash('sha256').update(`${text.title}\n${text.text}`).digest('hex')}`,
  }));
  const ids = await insertKeyed(client, 'consent_text', 'consent_text_id', `name || ' ' || version`, texts);
  await insertRows(
    client,
    'consent_decision',
    DECISIONS.map(({ contractId, name, version, isGiven, daysAgo, time, browser }) => ({
      contract_id: contractId,
      consent_text_id: known(ids, `${name} ${version}`),
      name,
      is_given: isGiven,
      decided_at: at(calendar.ago(daysAgo), time),
      session_id: `demo-${contractId}`,
      ip: '95.24.10.184',
      browser,
    })),
  );
  const readers = DECISIONS.filter(({ name, isGiven }) => name === 'marketing' && isGiven);
  await insertRows(
    client,
    'news_subscription',
    readers.map(({ contractId, daysAgo, time }) => ({
      contract_id: contractId,
      product,
      since: at(calendar.ago(daysAgo), time),
    })),
  );
}
