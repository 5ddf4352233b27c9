// A process that logs and serves, as the portal does: it tells by its exit code how the log has fared.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { standardOutput } from '#server/kernel/log-output.ts';
import { openLog } from '../../src/log.ts';

const log = openLog('info');
let served = 0;
const server = createServer(({ url }, reply) => {
  // Another test may look for its own process at the port that this one was given.
  if (url !== '/logged') {
    reply.writeHead(404).end();
    return;
  }
  for (let line = 0; line < 50; line += 1) log.info({ route: '/livez', filler: 'x'.repeat(1000) }, 'request');
  served += 1;
  reply.end(JSON.stringify({ served, lost: standardOutput.lost() }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
