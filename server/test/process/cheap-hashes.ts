import { registerHooks } from 'node:module';

// Loaded before all modules of a process of tests: there `@node-rs/argon2` is `cheap-argon2.ts`, as signing in hundreds of times costs
// more than all the rest of such a test.

const CHEAP = new URL('cheap-argon2.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.parentURL !== CHEAP
      ? { url: CHEAP, shortCircuit: true }
      : next(specifier, context),
});
