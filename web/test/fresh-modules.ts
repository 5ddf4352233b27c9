import { vi } from 'vitest';

// Each file loads modules of its own, although it shares a process with others: what a module keeps is not kept for the next file.
vi.resetModules();
