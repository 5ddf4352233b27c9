import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { noSpeedServers, speedServers } from '#server/integrations/speed/servers.ts';
import type { Speed } from '#server/integrations/speed/port.ts';
import type { Provider } from '#server/kernel/provider.ts';

interface SpeedSettings {
  readonly isDemo: boolean;
  readonly PUBLIC_URL: string;
  readonly SPEED_SECRET?: string | undefined;
}

interface Started {
  readonly speed: Speed;
  readonly end: () => void;
}

const MAIN = new URL('main.ts', import.meta.url);
/** Loopback carries more, but one process needs a core for it. */
const OWN_MOST_MBIT = 1000;
const AGAIN_MS = 1000;

/** The measuring servers of the provider's file; in the demo one of our own, which starts beside the portal. */
export async function startSpeed({ speed_servers: named }: Provider, settings: SpeedSettings): Promise<Started> {
  const { isDemo, PUBLIC_URL, SPEED_SECRET } = settings;
  if (named.length > 0) {
    if (SPEED_SECRET === undefined)
      throw new Error('настройка SPEED_SECRET не задана: без неё не пустят узлы замера из speed_servers');
    return { speed: speedServers(SPEED_SECRET, named.map(asServer)), end: () => undefined };
  }
  if (!isDemo) return { speed: noSpeedServers, end: () => undefined };
  const secret = randomBytes(32).toString('hex');
  const { hostname } = new URL(PUBLIC_URL);
  const own = await startOwn({ SPEED_SECRET: secret, PUBLIC_URL });
  const server = {
    serverId: 'own',
    name: 'Узел рядом с кабинетом',
    url: `http://${hostname}:${own.port}`,
    isInside: true,
    mostMbit: OWN_MOST_MBIT,
  };
  return { speed: speedServers(secret, [server]), end: own.end };
}

const asServer = ({ id, name, url, inside, most_mbit }: Provider['speed_servers'][number]) => ({
  serverId: id,
  name,
  url,
  isInside: inside,
  mostMbit: most_mbit,
});

/** Starts the process, again and on the same port whenever it ends by itself. */
async function startOwn(env: Record<string, string>): Promise<{ readonly port: number; readonly end: () => void }> {
  let isEnding = false;
  const begin = (at: number): ChildProcess =>
    fork(MAIN, { env: { ...process.env, ...env, SPEED_PORT: String(at) }, execArgv: [] });
  let child = begin(0);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const watch = (): void => {
    child.once('exit', () => {
      setTimeout(() => {
        if (isEnding) return;
        child = begin(port);
        watch();
      }, AGAIN_MS).unref();
    });
  };
  watch();
  const end = (): void => {
    isEnding = true;
    child.kill();
  };
  return { port, end };
}
