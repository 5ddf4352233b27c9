import { vi } from 'vitest';

// Test files share a process and a window, which is four times as fast; each file still loads its own modules.
vi.resetModules();
