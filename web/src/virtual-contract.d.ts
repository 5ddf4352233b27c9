declare module 'virtual:contract' {
  export const contract: import('@kabinet/contract').Contract;
}
