import { cloneDatabase, dropDatabase, startTestServer, TEMPLATES } from '../server/test/database/database.ts';
import { openPortal, PUBLIC_URL, type TestPortal } from '../server/test/portal/open-portal.ts';
import { quantile } from './parts/processor.ts';

// `node bench/sign-in-crowd.ts`: how an honest sign-in fares while three hundred wrong ones come at once from as many networks.

const CROWD = 300;
const ROUNDS = 10;
const PASSWORD = 'demo-kabinet';
const HOME = '95.24.10.7';
const DEVICE = /__Secure-kabinet-device=[\w-]+/;

interface From {
  readonly ip: string;
  readonly cookie?: string | undefined;
}

async function signIn(portal: TestPortal, login: string, password: string, { ip, cookie }: From) {
  const began = performance.now();
  const { statusCode: status, headers } = await portal.inject({
    method: 'POST',
    url: '/api/v2/auth/token',
    remoteAddress: ip,
    headers: { origin: PUBLIC_URL, ...(cookie !== undefined && { cookie }) },
    payload: { login, password },
  });
  return { status, took: performance.now() - began, device: DEVICE.exec(String(headers['set-cookie']))?.[0] };
}

const server = await startTestServer();
const url = await cloneDatabase(server.url, TEMPLATES.demo);
const portal = await openPortal(url);
try {
  let { device } = await signIn(portal, '100001', PASSWORD, { ip: HOME });
  const honest: Record<string, () => From> = {
    'known device': () => ({ ip: '2a01::1', cookie: device }),
    'new device in a known network': () => ({ ip: '95.24.10.99' }),
    'new device in a new network': () => ({ ip: '203.0.113.7' }),
  };
  const alone: number[] = [];
  const taken = new Map<string, number[]>(Object.keys(honest).map((name) => [name, []]));
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    portal.clock.advance(120_000);
    const quiet = await signIn(portal, '100001', PASSWORD, honest['known device']!());
    device = quiet.device;
    alone.push(quiet.took);
    const crowd = Array.from({ length: CROWD }, (_, index) =>
      signIn(portal, String(500_000 + round * CROWD + index), 'wrong', { ip: `2a00:${index.toString(16)}::1` }),
    );
    const owners = Object.entries(honest).map(async ([name, from]) => {
      const { status, took, device: fresh } = await signIn(portal, '100001', PASSWORD, from());
      if (status === 200) taken.get(name)?.push(took);
      if (name === 'known device') device = fresh ?? device;
    });
    await Promise.all(owners);
    refused += (await Promise.all(crowd)).filter(({ status }) => status === 503).length;
  }
  const usual = quantile(alone, 0.5);
  process.stdout.write(`of the crowd refused by 503: ${Math.round((100 * refused) / CROWD / ROUNDS)} %\n`);
  for (const [name, times] of taken) {
    const ratio = times.length === 0 ? '–' : (quantile(times, 0.5) / usual).toFixed(1);
    process.stdout.write(
      `${name}: ${times.length} of ${ROUNDS} let in, median ${ratio} × a sign-in without the crowd\n`,
    );
  }
} finally {
  await portal.close();
  await dropDatabase(server.url, url);
  await server.stop();
}
