import { createServer } from 'node:http';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { standardOutput } from '#server/kernel/log-output.ts';
import type { World } from '#server/kernel/world.ts';
import { routeOf } from '../api/api.ts';
import { STREAM_ROUTE } from '../stream/stream.ts';
import { untilListening } from './listening.ts';
import { watchBacklog } from './backlog-metrics.ts';

/** Without a standby there is nothing to tell. */
function watchStandby(registry: Registry, { standbyResults }: Pick<World['db'], 'standbyResults'>): void {
  if (!standbyResults) return;
  new Counter({
    name: 'kabinet_standby_reads_total',
    help: 'Reads that the standby has served, or why the primary did: the standby was behind, away, or left alone after that',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(standbyResults)) this.inc({ result }, count);
    },
  });
}

interface Metrics {
  /** All of them by now, in the format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** Counts and times every request by route. */
  readonly watch: (app: FastifyInstance) => void;
  /** Shows how many browsers listen to events. */
  readonly watchListeners: (count: () => number) => void;
  /** Counts the calls of banks and terminals by outcome; `unknown` is a caller that was not authenticated. */
  readonly countPaymentAgent: (agent: string, outcome: string) => void;
}

export function collectMetrics(world: Pick<World, 'db' | 'clock' | 'provider' | 'log'>): Metrics {
  const { db } = world;
  const registry = new Registry();
  // The default of 10 ms would wake an idle server a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const seconds = new Histogram({
    name: 'kabinet_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'kabinet_db_connections',
    help: 'Connections of this process, by what they are for and what they do',
    labelNames: ['for', 'state'],
    registers: [registry],
    collect() {
      for (const [purpose, pool] of [['changes', db.pool] as const, ['reads', db.readingPool] as const]) {
        this.set({ for: purpose, state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ for: purpose, state: 'idle' }, pool.idleCount);
        this.set({ for: purpose, state: 'awaited' }, pool.waitingCount);
      }
    },
  });
  watchStandby(registry, db);
  const paymentAgentCalls = new Counter({
    name: 'kabinet_payment_agent_calls_total',
    help: 'Calls of banks and terminals, by their outcome',
    labelNames: ['agent', 'outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'kabinet_log_lines_lost',
    help: 'Lines of the log that standard output has not taken since the start of this process',
    registers: [registry],
    collect() {
      this.set(standardOutput.lost());
    },
  });
  const readBacklog = watchBacklog(registry, world);
  return {
    text: async () => {
      await readBacklog();
      return registry.metrics();
    },
    contentType: registry.contentType,
    countPaymentAgent: (agent, outcome) => paymentAgentCalls.inc({ agent, outcome }),
    watchListeners: (count) => {
      new Gauge({
        name: 'kabinet_stream_listeners',
        help: 'Browsers that listen to the stream of events of this process',
        registers: [registry],
        collect() {
          this.set(count());
        },
      });
    },
    watch: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const route = routeOf(request) ?? 'none';
        // A stream stays open for hours, so its duration would hide those of the other requests.
        if (route !== STREAM_ROUTE)
          seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },
  };
}

interface MetricsPlace {
  readonly METRICS_HOST: string;
  readonly METRICS_PORT: number;
}

/**
 * Serves metrics on their own port, by default on this machine only because they are private. Returns a function that
 * closes it.
 */
export async function serveMetrics(
  { text, contentType }: Pick<Metrics, 'text' | 'contentType'>,
  { METRICS_HOST: host, METRICS_PORT: port }: MetricsPlace,
): Promise<() => void> {
  const server = createServer((_, response) => {
    text().then(
      (all) => response.setHeader('content-type', contentType).end(all),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await untilListening(once(server, 'listening'), {
    host,
    port,
    hostSetting: 'METRICS_HOST',
    portSetting: 'METRICS_PORT',
  });
  return () => void server.close();
}
