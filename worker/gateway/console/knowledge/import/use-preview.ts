import { useEffect, useState } from 'preact/hooks';
import { previewTable } from '../../api/client';
import { messageOf, poller } from '../../api/live';
import { expireIfRefused } from '../../api/session';
import type { ColumnMapping, TablePreview } from '../../api/types';

export interface PreviewOfTable {
	/** Null: there is no file, or it was not read yet. */
	table: TablePreview | null;
	/** Why there is no preview, in sentences. */
	trouble: string[];
}

const NONE: PreviewOfTable = { table: null, trouble: [] };
const NO_COLUMN = 'Say what the columns are, such as question and answer.';

/** What the gateway makes of an uploaded table. @param columns which a person has named; null: by the titles */
export function usePreview(blob: string | null, columns: ColumnMapping | null): PreviewOfTable {
	const [found, setFound] = useState<PreviewOfTable & { blob: string | null }>({ ...NONE, blob: null });
	const isUnnamed = columns !== null && Object.keys(columns).length === 0;
	useEffect(() => {
		// The gateway refuses a table without any column.
		if (blob === null || isUnnamed) return undefined;
		let isCurrent = true;
		const show = (preview: PreviewOfTable) => {
			if (isCurrent) setFound({ ...preview, blob });
		};
		previewTable(blob, columns).then(
			(table) => show({ table, trouble: [] }),
			(error: unknown) => {
				if (expireIfRefused(error)) poller.pause();
				show({ ...NONE, trouble: [messageOf(error)] });
			},
		);
		return () => {
			isCurrent = false;
		};
	}, [blob, JSON.stringify(columns)]);
	if (found.blob !== blob) return NONE;
	if (!isUnnamed || found.table === null) return found;
	return { ...found, table: { ...found.table, columns: {}, problem: NO_COLUMN } };
}
