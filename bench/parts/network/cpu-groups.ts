import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
const NAME = 'kabinet-bench-';

/** An even share of the processor, or what the others leave, in both versions of cgroups. */
const SHARES = { even: { 'cpu.shares': '1024', 'cpu.weight': '100' }, rest: { 'cpu.shares': '2', 'cpu.weight': '1' } };

/**
 * Gives programs shares of the processor, as systemd gives them to services (decision 0307). Without groups of their own, those that one
 * terminal has started share what a single PostgreSQL connection has.
 */
export class CpuGroups {
  readonly #folders: string[] = [];

  /** Moves processes, and those that they start from then on. */
  add(name: string, pids: readonly (number | undefined)[], share: keyof typeof SHARES = 'even'): void {
    const [folder, file] = this.#open(name);
    writeFileSync(join(folder, file), SHARES[share][file]);
    for (const pid of pids) if (pid !== undefined) writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  }

  #open(name: string) {
    const isVersionOne = existsSync(join(ROOT, 'cpu'));
    if (!isVersionOne) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu');
    const folder = join(ROOT, isVersionOne ? 'cpu' : '', NAME + name);
    mkdirSync(folder, { recursive: true });
    this.#folders.push(folder);
    return [folder, isVersionOne ? 'cpu.shares' : 'cpu.weight'] as const;
  }

  /** Removes them; what still runs keeps its own. */
  close(): void {
    for (const folder of new Set(this.#folders)) {
      try {
        rmdirSync(folder);
      } catch {
        // A process of it has not ended yet.
      }
    }
  }
}
