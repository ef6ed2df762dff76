import { useRef } from 'preact/hooks';
import { previewTable } from '../../api/client';
import { GatewayError } from '../../api/gateway-error';
import { useLive } from '../../api/live';
import type { ColumnMapping, TablePreview } from '../../api/types';
import { sentenceOf } from '../../forms/problems';
import { columnsIn } from './columns-in';

export interface PreviewOfTable {
	/** Null: there is no file, or it was not read yet. */
	table: TablePreview | null;
	/** Why there is no preview, in sentences. */
	trouble: string[];
}

const NONE: PreviewOfTable = { table: null, trouble: [] };
const NO_COLUMN = 'Say what the columns are, such as question and answer.';
const NO_TABLE = 'The file is no table. Choose a CSV or XLSX file.';

/**
 * What the gateway makes of an uploaded table. It is read again while the gateway does not respond, and then kept.
 * @param columns which a person has named; null: by the titles
 */
export function usePreview(blob: string | null, columns: ColumnMapping | null): PreviewOfTable {
	const isUnnamed = columns !== null && Object.keys(columns).length === 0;
	// The gateway refuses a table without any column.
	const asked = isUnnamed ? null : columns;
	const wanted = JSON.stringify([blob, asked]);
	const known = useRef<Read | null>(null);
	const load = async (): Promise<Read> => {
		if (blob === null) return { blob, wanted, ...NONE };
		if (known.current?.wanted === wanted) return known.current;
		try {
			known.current = { blob, wanted, table: readable(await previewTable(blob, asked)), trouble: [] };
			return known.current;
		} catch (error) {
			return { blob, wanted, table: null, trouble: sentencesOf(error) };
		}
	};
	const { value: found } = useLive(load, [wanted]);
	if (found === undefined || found.blob !== blob) return NONE;
	const { table, trouble } = found;
	if (table === null || table.titles.length === 0 || columns === null) return { table, trouble };
	if (isUnnamed) return { trouble, table: { ...table, columns: {}, problem: NO_COLUMN } };
	// What was chosen shows at once, and stays beside a column that the file lacks.
	const shown = { ...columnsIn(table.titles, columns), ...(found.wanted === wanted && table.columns) };
	return { trouble, table: { ...table, columns: shown } };
}

/** What was read of which file, by which columns. */
interface Read extends PreviewOfTable {
	blob: string | null;
	wanted: string;
}

/** A set may also be an archive or lines of JSON. They have no columns, so they are not imported here. */
function readable(table: TablePreview): TablePreview {
	return table.rows === null && table.problem === null ? { ...table, problem: NO_TABLE } : table;
}

/** @throws what concerns the whole console, or passes by itself */
function sentencesOf(error: unknown): string[] {
	if (!(error instanceof GatewayError) || error.isTokenRefused || error.isTemporary) throw error;
	const { issues } = error.refusal;
	return issues.length === 0 ? [error.message] : issues.map(({ message }) => sentenceOf('The table', message));
}
