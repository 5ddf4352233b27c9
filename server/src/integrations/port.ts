import type { Acquirer, SandboxBank } from './acquirer/port.ts';
import type { AnchorStore } from './anchors/port.ts';
import type { BillingViews } from './billing-views/port.ts';
import type { SandboxSubscriptions, Subscriptions } from './acquirer/subscription-port.ts';
import type { CashRegister, RecordedReceipts } from './fiscal/port.ts';
import type { FileStore } from './files/port.ts';
import type { HelpDesk } from './help-desk/port.ts';
import type { Inbox } from './inbox/port.ts';
import type { Mail } from './mail/port.ts';
import type { Messenger, MessengerName } from './messenger/port.ts';
import type { OpenId } from './openid/port.ts';
import type { Push } from './push/port.ts';
import type { DeviceOrders, Network } from './network/port.ts';
import type { NetworkLoad } from './network-load/port.ts';
import type { Speed } from './speed/port.ts';
import type { TvPlatform } from './tv/port.ts';
import type { Vault } from './vault/port.ts';
import type { WebhookSender } from './webhook/port.ts';
import type { Sms } from './sms/port.ts';

/** Every outside system behind its port; connect.ts chooses the adapters. */
export interface Outside {
  readonly acquirer: Acquirer;
  /** Only if the acquirer is the built-in one. */
  readonly sandboxBank?: SandboxBank;
  /** Only if the acquirer can bind accounts; otherwise no autopayment is offered. */
  readonly subscriptions?: Subscriptions;
  readonly sandboxSubscriptions?: SandboxSubscriptions;
  /** Absent if no cash register is connected: then receipts wait. */
  readonly cashRegister?: CashRegister;
  /** Only if the cash register is the built-in one. */
  readonly recordedReceipts?: RecordedReceipts;
  readonly mail: Mail;
  readonly sms: Sms;
  /** Whether text messages and letters leave the portal. If they are only written into a folder, no code may be awaited from there. */
  readonly reaches: Readonly<Record<'phone' | 'email', boolean>>;
  /** The bots that the operator has switched on. */
  readonly messengers: Readonly<Partial<Record<MessengerName, Messenger>>>;
  /** Absent if the operator has not switched it on. */
  readonly push?: Push;
  /** Only in the demo: what it has sent. */
  readonly inbox?: Inbox;
  readonly network: Network;
  /** Absent if nobody tells devices of access about living sessions. */
  readonly deviceOrders?: DeviceOrders;
  /** Whether the SIP exchange writes registrations into the portal's database. */
  readonly showsRegistrations: boolean;
  /** Absent if no platform tells of devices: then TV is served by the common network. */
  readonly tv?: TvPlatform;
  readonly vault: Vault;
  readonly files: FileStore;
  /** Only if the provider has a help desk of its own. */
  readonly helpDesk?: HelpDesk;
  /** Only if the provider's people come in by a sign-in of their own. */
  readonly openId?: OpenId;
  /** Absent if nobody measures the load of the network: then it is not shown. */
  readonly networkLoad?: NetworkLoad;
  /** Absent if nobody keeps the heads of the audit trail outside the database. */
  readonly auditAnchors?: AnchorStore;
  /** Absent unless another billing is joined by its database. */
  readonly billingViews?: BillingViews;
  /** Sends events to systems of anybody. */
  readonly webhooks: WebhookSender;
  /** Where clients measure their speed. */
  readonly speed: Speed;
}
