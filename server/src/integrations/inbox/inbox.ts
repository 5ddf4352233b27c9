import type { Database } from '#server/db/database.ts';
import type { Mail } from '../mail/port.ts';
import type { Messenger, MessengerName } from '../messenger/port.ts';
import type { Sms } from '../sms/port.ts';
import { latestMessages, oneMessage, putMessage } from './inbox.queries.ts';
import type { Inbox } from './port.ts';

/** Mail, text messages and bots of the demo: all of them end in one table, which `/sandbox/inbox` shows. */
export const sandboxInbox = (db: Database) => ({
  inbox: {
    latest: () => db.read(latestMessages),
    one: (messageId) => db.read((tx) => oneMessage(tx, messageId)),
  } satisfies Inbox,
  mail: {
    send: ({ to, subject, text, key = null, attachments = [] }) =>
      put(db, {
        key,
        channel: 'mail',
        recipient: to,
        subject,
        text,
        link: null,
        attachments: attachments.map(({ name, type, content }) => ({
          name,
          type,
          base64: content.toString('base64'),
        })),
      }),
  } satisfies Mail,
  sms: {
    async send({ to, text, key = null }) {
      await put(db, { key, channel: 'sms', recipient: to, subject: null, text, link: null, attachments: [] });
      return undefined;
    },
  } satisfies Sms,
  messengers: { telegram: sandboxBot(db, 'telegram'), max: sandboxBot(db, 'max') },
});

const put = (db: Database, message: Parameters<typeof putMessage>[1]) => db.write((tx) => putMessage(tx, message));

/** A bot whose chats are on the page of the inbox. */
const sandboxBot = (db: Database, name: MessengerName): Messenger => ({
  link: (code) => `/sandbox/bot/${name}?start=${code}`,
  async send({ to, text, link = null, key = null }) {
    await put(db, { key, channel: name, recipient: to, subject: null, text, link, attachments: [] });
    return 'sent';
  },
  readUpdate: () => undefined,
});
