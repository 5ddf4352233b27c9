import { rm } from 'node:fs/promises';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { guardRun } from '../../../scripts/lib/guard.mjs';
import { databaseFolder } from './folder.ts';

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The PostgreSQL of a run, still empty. Its end, and that of its data, follow even if this process is killed. */
export async function startTestCluster(tcpPort?: number): Promise<TestServer> {
  guardRun();
  const dataDir = await databaseFolder('kabinet-test-');
  const server = await startEmbedded({
    dataDir,
    fsync: false,
    // Every template that a file prepares keeps a copy with its connections.
    connections: 500,
    major: process.env['TEST_PG'] === '15' ? 15 : 18,
    ...(tcpPort !== undefined && { tcpPort }),
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
