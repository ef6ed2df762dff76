import { download } from '../../api/gateway';
import type { KnowledgeSyncResult } from '../../api/types';
import { ActionButton } from '../../parts/action-button';

/** The rows that were refused, as a table to correct. Nothing, if there are none. */
export function RefusedRows({ result }: { result: Pick<KnowledgeSyncResult, 'refusedCsv' | 'refusedRows'> }) {
	const { refusedCsv, refusedRows } = result;
	if (!refusedCsv?.link) return null;
	const { link, name } = refusedCsv;
	const save = async () => {
		await download(link, name);
		return `${name} was saved. Correct it, and import it as the next file with “Remove nothing”.`;
	};
	return <ActionButton label={`Download what was refused (${refusedRows.toLocaleString('en')})`} act={save} />;
}
