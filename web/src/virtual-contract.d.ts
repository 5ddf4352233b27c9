declare module 'virtual:contract' {
  export const contract: import('@kabinet/contract').Contract;
}
declare module 'virtual:staff-contract' {
  export const contract: import('@kabinet/contract/staff').StaffContract;
}
