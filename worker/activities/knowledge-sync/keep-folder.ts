import type { Reported, ReportSet } from '../../../workflows/knowledge-sync/activities';
import type { KnowledgeRow } from '../../../workflows/knowledge-sync/contract';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { folderFiles } from '../../knowledge/exported/folder-files';
import { zipStream } from '../../knowledge/exported/zip-stream';
import { type KeepWith, keepWritten } from '../export/keep-written';
import { type PlannedStep, storedRowSchema } from './part-schemas';
import { PART, type StoredParts } from './stored-parts';

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
		for (let part = 0; part * PART < stored.rows; part += 1) {
			const read = await given.parts.read('rows', part, stored.attempt, storedRowSchema);
			for (const [nth, { row }] of read.entries()) if (!refused.has(part * PART + nth)) yield row;
		}
	}
	const isPart = first.some(({ step }) => step.kind === 'kept');
	const files = folderFiles({ agentId, connection, set, rows, isPart });
	return keepWritten(FOLDER, zipStream(files, given.signal), given);
}
