/** The largest file of a client, in bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024;
/** The most files of one message. */
export const MOST_FILES = 5;
