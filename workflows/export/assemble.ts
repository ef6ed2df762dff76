import { workflowInfo } from '@temporalio/workflow';
import { reportProgress } from '../task/progress';
import type { LeadExportResult } from './contract';
import type { ExportTask } from './export-task';

const NAME_HASH = 8;

/** Makes the file of all that was read. */
export async function assemble({ input, state, files }: ExportTask): Promise<LeadExportResult> {
	reportProgress(state.progress, {
		message: 'All leads are read; the file is being made.',
		itemsDone: state.leadsBefore,
		itemsTotal: state.leadsBefore,
	});
	const { format, bom, escapeFormulas, bucket } = input;
	const name = fileName(state.asOf, format);
	const { chunks, attempts } = state;
	const made = await files.assembleExport({ format, bom, escapeFormulas, bucket, chunks, attempts, name });
	reportProgress(state.progress, {
		message: `${name} has ${made.rows} leads.`,
		itemsDone: made.rows,
		itemsTotal: made.rows,
	});
	const link = `/v1/tasks/${encodeURIComponent(workflowInfo().workflowId)}/files/${name}`;
	const { contentType, bytes, sha256, expiresAt, rows, rowsOf, repeats, cutCells } = made;
	return {
		version: 1,
		asOf: state.asOf,
		rows,
		agents: (state.agentIds ?? []).map((agentId) => ({
			agentId,
			rows: rowsOf[agentId] ?? 0,
			gone: state.gone.includes(agentId),
		})),
		file: { name, contentType, bytes, sha256, link: made.bucket === null ? link : null, expiresAt },
		bucket: made.bucket,
		audit: { pages: state.pages, stepsBack: state.stepsBack, repeats, cutCells },
	};
}

/** Two exports of the same second have names of their own, as they may go into the same bucket. */
function fileName(asOf: string, format: string): string {
	const moment = asOf.replace(/\.\d+Z$/, 'Z').replace(/:/g, '-');
	const [, hash = ''] = workflowInfo().workflowId.split('/');
	return `leads-${moment}-${hash.slice(0, NAME_HASH)}.${format}`;
}
