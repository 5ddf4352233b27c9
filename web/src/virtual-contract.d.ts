declare module 'virtual:contract' {
  export const contract: Record<
    string,
    Record<string, { method: string; path: string; effect: string; access: string; freshFor: number }>
  >;
}
