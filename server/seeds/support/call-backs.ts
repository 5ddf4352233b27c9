import { at, minutesBefore } from '../calendar.ts';
import type { Seeding } from '../seeding.ts';

export async function addCallBacks(seeding: Seeding): Promise<void> {
  for (const call of callsOf(seeding)) await addCall(seeding, call);
}

interface Call {
  readonly contract: number;
  readonly phone: string;
  readonly topic: string;
  readonly asked: string;
  readonly from: string;
  readonly to: string;
  readonly ended?: { readonly at: string; readonly result: string; readonly note?: string };
}

/** One finished request for a call, and one for which the debtor still waits. */
const callsOf = ({ calendar }: Seeding): readonly Call[] => [
  {
    contract: 100_001,
    phone: '79270000184',
    topic: 'Другое',
    asked: at(calendar.ago(6), '18:20'),
    from: at(calendar.ago(5), '09:00'),
    to: at(calendar.ago(5), '12:00'),
    ended: {
      at: at(calendar.ago(5), '09:40'),
      result: 'called',
      note: 'Рассказали, как перенести роутер в другую комнату.',
    },
  },
  {
    contract: 100_002,
    phone: '79270000212',
    topic: 'Оплата',
    asked: minutesBefore(calendar.now, 25),
    from: at(calendar.ahead(1), '12:00'),
    to: at(calendar.ahead(1), '15:00'),
  },
];

const CONSENT = {
  version: '1',
  text: 'Согласен на звонок и обработку имени, телефона и адреса, чтобы ответить на моё обращение',
};

async function addCall({ client }: Seeding, { contract, phone, topic, asked, from, to, ended }: Call): Promise<void> {
  await client.query(
    `with consent as (
       insert into contact_consent (purpose, version, text, phone, given_at, ip, browser)
       values ('call_back', $11, $1, $2, $3, '198.51.100.7', 'Firefox') returning consent_id
     )
     insert into call_back (phone, topic, call_from, call_until, contract_id, consent_id, created_at, taken_by, taken_at,
       done_at, result, note)
     select $2, $4, $5, $6, $7, consent_id, $3, case when $8::timestamptz is not null then 'Ольга, поддержка' end, $8,
       $8, $9, $10 from consent`,
    [CONSENT.text, phone, asked, topic, from, to, contract, ended?.at, ended?.result, ended?.note, CONSENT.version],
  );
}
