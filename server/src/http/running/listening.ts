/** Settings that decide where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly hostSetting: string;
  readonly portSetting: string;
}

/** Waits until the server listens; on failure throws a sentence that names the setting to change. */
export const untilListening = <T>(begun: Promise<T>, place: ListenAddress): Promise<T> =>
  begun.catch((error: unknown) => {
    throw new Error(reasonOf(error as NodeJS.ErrnoException, place), { cause: error });
  });

function reasonOf(
  { code, message }: NodeJS.ErrnoException,
  { host, port, hostSetting, portSetting }: ListenAddress,
): string {
  if (code === 'EADDRINUSE') return `порт ${port} занят другой программой, задайте другой в ${portSetting}`;
  if (code === 'EACCES') return `порт ${port} этому пользователю не открыть, задайте в ${portSetting} от 1024`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `настройка ${hostSetting} неверна: ${host} — адрес не этой машины`;
  }
  return `${hostSetting}=${host}, ${portSetting}=${port}: ${message}`;
}
