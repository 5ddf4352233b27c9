// Sends events to an address of this machine until it is killed: `node deliver-events.ts <database> <webhook>`.
import { setTimeout as pause } from 'node:timers/promises';
import { deliverEvents } from '../../src/jobs/identity/events.ts';
import { openPortal } from '../portal/open-portal.ts';
import { plainSender } from '../portal/plain-sender.ts';

const [url = '', webhook = ''] = process.argv.slice(2);
const portal = await openPortal(url, { throughOutside: (outside) => ({ ...outside, webhooks: plainSender }) });
portal.clock.set(new Date());
for (;;) {
  portal.clock.set(new Date());
  await deliverEvents(portal.world, { webhookId: Number(webhook) });
  await pause(50);
}
