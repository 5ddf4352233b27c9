export const BACKUP_CODES = 10;

/** A typed code without spaces and hyphens, in small letters. */
export const codeInOneForm = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z\d]/g, '');
