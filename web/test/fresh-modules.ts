import { vi } from 'vitest';

// Files share a process and a window, which is four times as quick; each begins with modules of its own all the same.
vi.resetModules();
