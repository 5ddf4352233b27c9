/** The moment at which every test begins: 20 November 2026, 14:05 in Samara. */
export const START = new Date('2026-11-20T10:05:00Z');
