/**
 * How the process of the server is started. The engine decides by the memory of the machine, and on a large one it lets a busy process
 * take twice what it needs (decision 198). The rest of its limits: `server/src/main.ts`.
 */
export const serverArguments = ['--max-semi-space-size=16', 'server/src/main.ts'];

/** By default each thread gets an arena of malloc of its own, which keeps what the thread once took. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '1' };
