import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import type { Portal } from '#server/kernel/world.ts';
import { registerAccessLog } from './api/access-log.ts';
import { registerApi } from './api/api.ts';
import { registerCompression } from './running/compression.ts';
import { registerDocs } from './api/docs.ts';
import { registerLine } from './line/line-pages.ts';
import { registerDocument, type DocumentLimits } from './pages/document.ts';
import { registerDraining, type DrainStage } from './running/draining.ts';
import { registerEntrance } from './pages/entrance.ts';
import { registerGateway } from './gateways/acquirer.ts';
import { limitGateways } from './gateways/gateway-limits.ts';
import { registerOverload } from './overload/overload.ts';
import { registerHelpDesk } from './gateways/help-desk.ts';
import { registerHealth } from './running/health.ts';
import { registerMessengerGateway } from './gateways/messenger.ts';
import { bursts, limitIn } from './api/limits.ts';
import { registerMailSettings } from './mail-clients/mail-settings.ts';
import { registerPersonalKey } from './api/personal-key.ts';
import { registerPages } from './pages/pages.ts';
import { renderedScreen } from './pages/rendered-screen.ts';
import { registerProblems } from './api/problems.ts';
import { registerReceiptGateway } from './gateways/receipt.ts';
import { REFUSALS, registerRefusals } from './api/refusals.ts';
import { registerSandboxInbox } from './sandbox/inbox.ts';
import { registerSecurity } from './api/security.ts';
import { registerSmsGateway } from './gateways/sms.ts';
import { registerSipSetup } from './mail-clients/sip-setup.ts';
import { registerSignIn } from './pages/sign-in.ts';
import { registerPaymentAgents, type CountAgentCall } from './gateways/payment-agents/routes.ts';
import type { StreamLimits } from './stream/listeners.ts';
import { registerStaffApi } from './staff/staff-api.ts';
import { registerStaffHost } from './staff/staff-host.ts';
import { registerStaffPages } from './staff/staff-pages.ts';
import { registerStream } from './stream/stream.ts';
import { registerTvGateway } from './gateways/tv.ts';
import { registerUnsubscribe } from './pages/unsubscribe.ts';
import type { Turns } from './api/turns.ts';

export interface AppOptions {
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Folder of the built web app; absent in tests of calls. */
  readonly webFolder?: string;
  /** How far its end has got, if it ends. */
  readonly drain?: () => DrainStage;
  /** Milliseconds within which every call gets a reply, if only a refusal. */
  readonly deadline?: number;
  /** Milliseconds within which a whole request must arrive. */
  readonly slowest?: number;
  readonly documents?: DocumentLimits;
  /** Gets the application before its routes are added; used by the metrics. */
  readonly watch?: (app: FastifyInstance) => void;
  /** Maximum requests of one client in ten seconds; in a minute four times as many. */
  readonly burst?: number;
  /** How many requests of one contract run at once. */
  readonly turns?: Turns;
  /** Gets what counts the browsers that listen to events; used by the metrics. */
  readonly watchListeners?: (count: () => number) => void;
  /** How many browsers may listen to events. */
  readonly streams?: StreamLimits;
  /** Whether the API documentation is public. */
  readonly apiDocs?: boolean;
  /** Whether browsers keep the files of the cabinet, so that it opens without a network. */
  readonly offline?: boolean;
  /** Banks and terminals that send payments by calling us. */
  readonly agents?: readonly PaymentAgent[];
  readonly countPaymentAgent?: CountAgentCall;
  /** Networks from which people of the staff may work; from anywhere if there is none. */
  readonly staffNetworks?: readonly string[];
}

/** The client gives up after 30 s, so the server refuses a little earlier. */
const DEADLINE_MS = 25_000;
/** Enough for a statement of a hundred thousand lines on a busy machine, and for ten megabytes on a slow line. */
const DOCUMENTS: DocumentLimits = { made: 110_000, stalled: 30_000, whole: 600_000 };
const DEFAULTS = {
  drain: (): DrainStage => 'none',
  deadline: DEADLINE_MS,
  slowest: DEADLINE_MS,
  documents: DOCUMENTS,
  /** Requests of one client in ten seconds. */
  burst: 50,
  apiDocs: true,
  agents: [],
  staffNetworks: [],
  countPaymentAgent: () => undefined,
} satisfies Partial<AppOptions>;
/** Streams of events of this process: some thirty kilobytes each (bench/README.md). */
const MOST_LISTENERS = 20_000;
/** A browser has one stream, and for a moment also the next one; an office behind one address has many browsers. */
const streamsFor = (burst: number): StreamLimits => ({ ofSession: 2, ofAddress: burst * 4, all: MOST_LISTENERS });
const LARGEST_BODY = 256 * 1024;
/** How often Node checks for requests that arrive too slowly; its default is 30 s. */
const LOOK_MS = 5_000;

const noSchemas = (): never => {
  throw new Error('A route of ours has no schema of Fastify: its call has one');
};
/** Fastify's own compilers of schemas, which no route uses, would take 7 MiB. */
const NO_COMPILERS = { compilersFactory: { buildValidator: () => noSchemas, buildSerializer: () => noSchemas } };

export async function buildApp(portal: Portal, options: AppOptions): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = portal.world.log;
  const settings = { ...DEFAULTS, ...options };
  const {
    burst,
    turns,
    drain,
    deadline,
    slowest,
    documents,
    apiDocs,
    agents,
    staffNetworks,
    countPaymentAgent: count,
  } = settings;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: slowest,
    // Closes the connection of a client that stops reading a reply of any kind.
    connectionTimeout: documents.stalled,
    bodyLimit: LARGEST_BODY,
    genReqId: () => randomUUID(),
    schemaController: NO_COMPILERS,
    forceCloseConnections: 'idle',
    ...REFUSALS,
    // Node applies the longer of the two timeouts to the whole request; the default `headersTimeout` is one minute.
    http: { ...REFUSALS.http, headersTimeout: slowest, connectionsCheckingInterval: Math.min(slowest, LOOK_MS) },
  });
  options.watch?.(app);
  registerDraining(app, drain);
  registerProblems(app);
  registerRefusals(app);
  registerOverload(app);
  const guarded = registerSecurity(app, portal, { burst, turns });
  const admitPaymentAgent = limitGateways(app, { burst, deadline, turns });
  registerCompression(app);
  registerStaffHost(app, portal.world);
  registerHealth(app, portal.world.db, () => drain() !== 'none');
  registerApi(app, guarded, deadline);
  const streams = registerStream(app, guarded, options.streams ?? streamsFor(burst));
  options.watchListeners?.(streams.count);
  registerStaffApi(app, guarded, { agents, networks: staffNetworks, burst, deadline, follow: streams.follow });
  registerAccessLog(app);
  if (apiDocs) await registerDocs(app);
  registerEntrance(app, portal.world.provider.product);
  registerSignIn(app, guarded);
  registerDocument(app, portal, documents);
  registerLine(app, portal);
  registerGateway(app, portal);
  registerReceiptGateway(app, portal);
  registerHelpDesk(app, portal);
  registerTvGateway(app, portal);
  registerMessengerGateway(app, portal);
  registerSmsGateway(app, portal);
  registerSandboxInbox(app, portal);
  registerUnsubscribe(app, portal);
  registerSipSetup(app, portal);
  registerPaymentAgents(app, portal.world, { agents, count, admit: admitPaymentAgent });
  registerMailSettings(app, portal.world);
  registerPersonalKey(app, portal);
  const { provider, outside } = portal.world;
  await registerPages(app, provider, options.webFolder, {
    speedUrls: outside.speed.servers.map(({ url }) => url),
    screen:
      options.webFolder === undefined
        ? undefined
        : renderedScreen(guarded, options.webFolder, limitIn(app, bursts(burst))),
    offline: options.offline,
    reaches: outside.reaches,
  });
  await registerStaffPages(app, portal, options);
  return app;
}
