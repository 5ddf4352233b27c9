import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Makes the tables of a former version in an empty database, and loads its demo and contracts, by its own code. */
export async function loadFormer(root: string, url: string, contracts: number): Promise<void> {
  const script = `
    import { openDatabase } from './server/src/db/database.ts';
    import { migrate } from './server/src/db/migrate.ts';
    import { seedManyContracts } from './server/seeds/bench.ts';
    import { seedDemo } from './server/seeds/demo.ts';
    const url = process.env.FORMER_DATABASE;
    await migrate(url);
    const db = openDatabase(url);
    await seedDemo(db.pool, { now: new Date(), company: 'small' });
    await seedManyContracts(db.pool, { count: ${contracts}, now: new Date() });
    await db.close();`;
  const loading = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, FORMER_DATABASE: url },
  });
  const [code] = (await once(loading, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The former version in ${root} could not load its demo`);
}
