/** Begins the key of every program, so that scanners of leaked secrets find it. */
export const STAFF_KEY_PREFIX = 'kabinetstaff_';

/** Whether a text can be the key of a program. */
export const isStaffKey = (text: string): boolean => /^kabinetstaff_[\w-]{43}$/.test(text);
