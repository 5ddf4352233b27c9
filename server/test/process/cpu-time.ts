/** The processor's time, in milliseconds, that a piece of work takes in all threads of this process: other processes do not lengthen it. */
export async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
