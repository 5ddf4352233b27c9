/** Where the application lies, without the last slash: `/lk`. */
export const BASE = import.meta.env.BASE_URL.replace(/\/$/, '');
