import type { Patience } from '../transport/api';

/** How long a list in the editor waits before it shows an error instead. */
export const EDITOR_PATIENCE: Patience = { patienceMs: 5_000, timeoutMs: 20_000 };
