import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Teller } from '#domain/teller/teller.ts';
import type { Portal } from '#kernel/world.ts';
import { registerAccessLog } from './access-log.ts';
import { registerApi } from './api.ts';
import { registerCompression } from './compression.ts';
import { registerDocs } from './docs.ts';
import { registerDocument } from './document.ts';
import { registerGateway } from './gateway.ts';
import { registerHealth } from './health.ts';
import { registerPages } from './pages.ts';
import { registerProblems } from './problems.ts';
import { registerReceiptGateway } from './receipt-gateway.ts';
import { registerSecurity } from './security.ts';
import { registerSignIn } from './sign-in.ts';
import { registerTellers, type Count } from './teller/gate.ts';
import type { Turns } from './turns.ts';

export interface AppOptions {
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Where the built browser part lies; absent in tests of calls. */
  readonly webFolder?: string;
  readonly isStopping?: () => boolean;
  /** Milliseconds within which a call is answered, be it by a refusal. */
  readonly deadline?: number;
  /** Hears of the application before its routes are added: metrics. */
  readonly watch?: (app: FastifyInstance) => void;
  /** Most requests of one client in ten seconds, and a quarter of the most in a minute. */
  readonly burst?: number;
  /** How much of one contract is carried out at once. */
  readonly turns?: Turns;
  /** Banks and terminals that bring payments themselves, and who counts their calls. */
  readonly tellers?: readonly Teller[];
  readonly countTeller?: Count;
}

/** The client gives up at 30 s, so the server does a little earlier. */
const DEADLINE_MS = 25_000;
const LARGEST_BODY = 256 * 1024;

export async function buildApp(portal: Portal, options: AppOptions): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = portal.world.log;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: DEADLINE_MS,
    bodyLimit: LARGEST_BODY,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
  });
  options.watch?.(app);
  registerProblems(app);
  const guarded = registerSecurity(app, portal, options);
  registerCompression(app);
  registerHealth(app, portal.world.db, options.isStopping ?? (() => false));
  registerApi(app, guarded, options.deadline ?? DEADLINE_MS);
  registerAccessLog(app);
  registerDocs(app);
  registerSignIn(app, guarded);
  registerDocument(app, portal);
  registerGateway(app, portal);
  registerReceiptGateway(app, portal);
  registerTellers(app, portal.world, options.tellers ?? [], options.countTeller ?? (() => undefined));
  await registerPages(app, portal.world.provider, options.webFolder);
  return app;
}
