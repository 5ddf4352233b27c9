import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { shortHash } from './place.ts';
import { EmbeddedRefused } from './refusal.ts';

const patienceMs = 120_000;
const pauseMs = 50;

function listen(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(name, () => resolve(server));
  });
}

/**
 * Runs the action while no other process starts or stops this cluster. The lock is a name in the system's abstract
 * socket space: it disappears with its process, so it is never stale.
 */
export async function alone<Result>(cluster: string, action: () => Promise<Result>): Promise<Result> {
  const name = `\0kabinet-${shortHash(cluster)}`;
  const deadline = performance.now() + patienceMs;
  let lock = await listen(name);
  while (!lock) {
    if (performance.now() > deadline) {
      throw new EmbeddedRefused(`База данных в ${cluster} слишком долго запускается другим процессом: завершите его.`);
    }
    await pause(pauseMs);
    lock = await listen(name);
  }
  try {
    return await action();
  } finally {
    lock.close();
  }
}
