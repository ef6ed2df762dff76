import { useRef } from 'preact/hooks';
import { previewBulk } from '../api/client';
import { type Live, useLive } from '../api/live';
import type { BulkPreview, BulkSelection } from '../api/types';

/**
 * What an action would do, read once: it walks over all tasks, and the rows that a person has seen are those that the
 * action is done with.
 * @param chosen null: nothing is asked
 */
export function usePreview(chosen: BulkSelection | null): Live<BulkPreview> {
	const key = JSON.stringify(chosen);
	const asked = useRef<{ key: string; preview: Promise<BulkPreview> } | null>(null);
	const read =
		chosen === null
			? null
			: () => {
					if (asked.current?.key !== key) asked.current = { key, preview: previewBulk(chosen) };
					return asked.current.preview;
				};
	return useLive(read, [key]);
}
