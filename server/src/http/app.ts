import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { PaymentAgent } from '#domain/payments/payment-agents/payment-agent.ts';
import type { Portal } from '#kernel/world.ts';
import { registerAccessLog } from './access-log.ts';
import { registerApi } from './api.ts';
import { registerCompression } from './compression.ts';
import { registerDocs } from './docs.ts';
import { registerDocument, type DocumentLimits } from './document.ts';
import { registerEntrance } from './entrance.ts';
import { registerGateway } from './gateway.ts';
import { limitGateways } from './gateway-limits.ts';
import { registerHealth } from './health.ts';
import { registerPages } from './pages.ts';
import { registerProblems } from './problems.ts';
import { registerReceiptGateway } from './receipt-gateway.ts';
import { REFUSALS, registerRefusals } from './refusals.ts';
import { registerSecurity } from './security.ts';
import { registerSignIn } from './sign-in.ts';
import { registerPaymentAgents, type Count } from './payment-agent/routes.ts';
import type { Turns } from './turns.ts';

export interface AppOptions {
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Where the built browser part lies; absent in tests of calls. */
  readonly webFolder?: string;
  readonly isStopping?: () => boolean;
  /** Milliseconds within which a call is answered, be it by a refusal. */
  readonly deadline?: number;
  /** Milliseconds within which a request must have come whole. */
  readonly slowest?: number;
  readonly documents?: DocumentLimits;
  /** Hears of the application before its routes are added: metrics. */
  readonly watch?: (app: FastifyInstance) => void;
  /** Most requests of one client in ten seconds, and a quarter of the most in a minute. */
  readonly burst?: number;
  /** How much of one contract is carried out at once. */
  readonly turns?: Turns;
  /** Whether the API is described to whoever asks. */
  readonly apiDocs?: boolean;
  /** Banks and terminals that bring payments themselves, and who counts their calls. */
  readonly agents?: readonly PaymentAgent[];
  readonly countPaymentAgent?: Count;
}

/** The client gives up at 30 s, so the server does a little earlier. */
const DEADLINE_MS = 25_000;
/** For a statement of a hundred thousand lines on a busy machine, and for ten megabytes on a poor line. */
const DOCUMENTS: DocumentLimits = { made: 110_000, stalled: 30_000, whole: 600_000 };
const DEFAULTS = {
  isStopping: () => false,
  deadline: DEADLINE_MS,
  slowest: DEADLINE_MS,
  documents: DOCUMENTS,
  /** Requests of one client in ten seconds. */
  burst: 50,
  apiDocs: true,
  agents: [],
  countPaymentAgent: () => undefined,
} satisfies Partial<AppOptions>;
const LARGEST_BODY = 256 * 1024;
/** How often Node looks for requests that come too slowly; by itself it does so twice a minute. */
const LOOK_MS = 5_000;

export async function buildApp(portal: Portal, options: AppOptions): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = portal.world.log;
  const settings = { ...DEFAULTS, ...options };
  const {
    burst,
    turns,
    isStopping,
    deadline,
    slowest,
    documents,
    apiDocs,
    agents,
    countPaymentAgent: count,
  } = settings;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: slowest,
    // Whoever takes nothing of an answer, of whatever kind, is cut off.
    connectionTimeout: documents.stalled,
    bodyLimit: LARGEST_BODY,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    ...REFUSALS,
    // Node takes the longer of the two for the whole request: left at its minute, its own would be that.
    http: { ...REFUSALS.http, headersTimeout: slowest, connectionsCheckingInterval: Math.min(slowest, LOOK_MS) },
  });
  options.watch?.(app);
  registerProblems(app);
  registerRefusals(app);
  const guarded = registerSecurity(app, portal, { burst, turns });
  const admitPaymentAgent = limitGateways(app, { burst, turns });
  registerCompression(app);
  registerHealth(app, portal.world.db, isStopping);
  registerApi(app, guarded, deadline);
  registerAccessLog(app);
  if (apiDocs) await registerDocs(app);
  registerEntrance(app);
  registerSignIn(app, guarded);
  registerDocument(app, portal, documents);
  registerGateway(app, portal);
  registerReceiptGateway(app, portal);
  registerPaymentAgents(app, portal.world, { agents, count, admit: admitPaymentAgent });
  await registerPages(app, portal.world.provider, options.webFolder);
  return app;
}
