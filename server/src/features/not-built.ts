export { notBuilt } from '#domain/call/not-built.ts';
