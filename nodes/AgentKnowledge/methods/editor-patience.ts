import type { Patience } from '../transport/api';
import { timing } from '../transport/timing';

/** How long a list in the editor waits before it shows an error instead. */
export const EDITOR_PATIENCE: Patience = {
	patienceMs: 5_000,
	get timeoutMs() {
		return timing.editorRequestMs;
	},
};
