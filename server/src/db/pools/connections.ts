/** The most connections to PostgreSQL that one process of the portal takes; whoever sizes a pooler counts by it. */
export const MOST_CONNECTIONS = 12;
/** One each: whether PostgreSQL answers (`probe.ts`), what triggers tell (`signals.ts`), and with jobs, that one was added and that the network is to be told (`listening.ts`). */
export const BESIDE_POOLS = { portal: 2, withJobs: 3 } as const;

/**
 * How a process shares them out. More would not be faster: each is a backend of PostgreSQL that competes for the same processors and the
 * same locks (decision 0286).
 */
export const OF_PORTAL = { connections: 6, readers: 4 } as const;
/** The same in a process that carries out jobs, too. */
export const OF_PORTAL_WITH_JOBS = { connections: 3, readers: 3 } as const;
/** Jobs read and write on the same connections; one is left for their leases and for taking the next job. */
export const OF_JOBS = { connections: 3, readers: 0, spare: 1 } as const;

/** To the standby, if there is one: of screens, and of archives that jobs make. None of them counts for the primary. */
export const TO_STANDBY = { portal: 3, jobs: 1 } as const;

/** What a command of the operator takes. */
export const OF_COMMAND = { connections: 2, readers: 2 } as const;
/** As many as a command or a migration may have at once, with the one that tries them out. */
export const NEEDED_BY_COMMAND = 5;
