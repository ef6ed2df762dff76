import type { Reported, ReportSet } from '../../../workflows/knowledge-sync/activities';
import type { KnowledgeRow } from '../../../workflows/knowledge-sync/contract';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { folderFiles } from '../../knowledge/exported/folder-files';
import { zipStream } from '../../knowledge/exported/zip-stream';
import { type KeepWith, keepWritten } from '../export/keep-written';
import type { PlannedStep } from './part-schemas';
import { piecesOf, rowsOf } from './part-pieces';
import type { StoredParts } from './stored-parts';

const FOLDER = { name: 'knowledge.zip', contentType: 'application/zip' };

/** Writes the rows that the set owns, or would own, as the files of a folder, in one archive. */
export async function keepFolder(
	{ first, rows: reported }: { first: readonly PlannedStep[]; rows: readonly KnowledgeRow[] },
	{ of: { agentId, connection, set }, rows: stored }: ReportSet,
	given: KeepWith & { parts: StoredParts },
): Promise<Reported['export']> {
	if (stored.rows === 0) return null;
	const refused = new Set(reported.flatMap(({ outcome, row }) => (outcome === 'refused' ? [row] : [])));
	async function* rows(): AsyncGenerator<WantedRow> {
		for await (const { from, values } of piecesOf(given.parts, rowsOf(stored.attempt), stored.rows))
			for (const [nth, { row }] of values.entries()) if (!refused.has(from + nth)) yield row;
	}
	const isPart = first.some(({ step }) => step.kind === 'kept');
	const files = folderFiles({ agentId, connection, set, rows, isPart });
	return keepWritten(FOLDER, zipStream(files, given.signal), given);
}
