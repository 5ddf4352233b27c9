export const BACKUP_CODES = 10;

/** The same for every way to type a code. */
export const codeInOneForm = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z\d]/g, '');
