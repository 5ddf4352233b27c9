type FileError = NodeJS.ErrnoException & { readonly dest?: string };

/** Why the operating system refused a file or a folder, by its code; `path` is what it names. */
const WHY: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `нет права на ${path}, дайте его пользователю, от которого работает кабинет`,
  EPERM: (path) => `нет права на ${path}, дайте его пользователю, от которого работает кабинет`,
  EROFS: (path) => `диск с ${path} открыт только для чтения`,
  ENOSPC: (path) => `на диске с ${path} кончилось место, освободите его`,
  EDQUOT: (path) => `на диске с ${path} кончилась квота, увеличьте её`,
  EEXIST: (path) => `${path} — не папка, уберите этот файл или эту ссылку`,
  ENOTDIR: (path) => `на пути ${path} вместо папки лежит файл`,
  EISDIR: (path) => `${path} — папка, а нужен файл`,
  ELOOP: (path) => `ссылка ${path} ведёт сама на себя`,
  ENOENT: (path) => `${path} никуда не ведёт`,
  EIO: (path) => `диск с ${path} не читается`,
};

/** The reason in words for the operator; undefined if the error is not about a file. */
export function fileTrouble(error: unknown): string | undefined {
  // A copy fails on the side that it writes to.
  const { code = '', syscall, path = '', dest = path } = error as FileError;
  return syscall === undefined || syscall === 'connect' ? undefined : WHY[code]?.(dest);
}

/** What programs of PostgreSQL say of a full or a closed disk, in words for the operator; other texts stay. */
export function inOwnWords(said: string): string {
  if (/no space left on device/i.test(said)) return 'на диске кончилось место, освободите его';
  if (said.includes('Read-only file system')) return 'диск открыт только для чтения';
  if (said.includes('Permission denied')) return `нет права на файлы базы: ${said}`;
  return said;
}
