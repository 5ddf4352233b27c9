import { expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { builtInOutside, type MessagingSettings } from './outside.ts';

const SMTP = { url: 'smtp://127.0.0.1', from: 'help@volga.example' } as NonNullable<MessagingSettings['smtp']>;
const SMSC = { url: 'https://smsc.example' } as NonNullable<MessagingSettings['sms']>[number];

/** What leaves the portal with these settings; nothing is sent. */
const reachesWith = (messaging: MessagingSettings, isDemo = false) =>
  builtInOutside({
    db: {} as Database,
    isDemo,
    publicUrl: 'https://lk.volga.example',
    secret: 's',
    serviceKey: '5e'.repeat(32),
    mailFolder: '/nowhere',
    messaging,
  }).reaches;

test('what is written to a folder leaves nobody the code; the inbox of the demo does', () => {
  expect(reachesWith({})).toEqual({ phone: false, email: false });
  expect(reachesWith({ smtp: SMTP })).toEqual({ phone: false, email: true });
  expect(reachesWith({ sms: [SMSC] })).toEqual({ phone: true, email: false });
  expect(reachesWith({}, true)).toEqual({ phone: true, email: true });
});
