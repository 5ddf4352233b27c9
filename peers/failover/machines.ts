import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/** Where the nodes of a cluster live. */
export interface Machines {
  /** Of the node `place`, from 1. */
  address(place: number): string;
  /** Where etcd listens, so that all nodes reach it. */
  readonly centre: string;
  /** The beginning of a command that runs on the machine of that node. */
  within(place: number): readonly string[];
  /** Pulls the cable of a node: packets are lost in silence. */
  cut(place: number): void;
  mend(place: number): void;
  close(): void;
}

const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'];

/** All on this machine, on addresses of the loopback device of which no other cluster makes use. Nobody can cut those. */
export function onLoopback(): Machines {
  const net = `127.${randomInt(16, 240)}.${randomInt(1, 250)}`;
  const never = () => {
    throw new Error('The loopback device has no cable');
  };
  return {
    address: (place) => `${net}.${10 + place}`,
    centre: `${net}.10`,
    within: () => asPostgres,
    cut: never,
    mend: never,
    close: () => undefined,
  };
}

const ip = (...words: readonly string[]) => void execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });

/** Each node in a network of its own, which hangs on a switch by a cable. Needs root. */
export function onCables(count: number): Machines {
  const mark = randomInt(1, 250);
  const [bridge, net] = [`kabha${mark}`, `10.93.${mark}`];
  const space = (place: number) => `${bridge}n${place}`;
  const cable = (place: number) => `${bridge}c${place}`;
  const address = (place: number) => `${net}.${10 + place}`;
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${net}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (let place = 1; place <= count; place += 1) {
    const inside = ['netns', 'exec', space(place), 'ip'] as const;
    ip('netns', 'add', space(place));
    ip('link', 'add', cable(place), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(place));
    ip('link', 'set', cable(place), 'master', bridge, 'up');
    ip(...inside, 'link', 'set', 'lo', 'up');
    ip(...inside, 'addr', 'add', `${address(place)}/24`, 'dev', 'eth0');
    ip(...inside, 'link', 'set', 'eth0', 'up');
  }
  let isClosed = false;
  const once = () => {
    if (isClosed) return;
    isClosed = true;
    for (let place = 1; place <= count; place += 1) ip('netns', 'del', space(place));
    ip('link', 'del', bridge);
  };
  // Networks outlive the process otherwise.
  process.on('exit', once);
  return {
    address,
    centre: `${net}.1`,
    within: (place) => ['ip', 'netns', 'exec', space(place), ...asPostgres],
    cut: (place) => ip('link', 'set', cable(place), 'down'),
    mend: (place) => ip('link', 'set', cable(place), 'up'),
    close: once,
  };
}
