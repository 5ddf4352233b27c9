declare module 'virtual:contract' {
  export const contract: import('@kabinet/contract').Contract;
}
declare module 'virtual:staff-contract' {
  export const contract: import('@kabinet/contract/staff').StaffContract;
}
/** Made by the build for the server (`vite.server.config.ts`). */
declare module 'virtual:rendered-parts' {
  export const loadParts: () => Promise<unknown>;
}
