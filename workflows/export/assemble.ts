import { workflowInfo } from '@temporalio/workflow';
import { exportName } from '../task/export-words';
import { periodInWords } from '../task/period';
import { reportProgress } from '../task/progress';
import { filterOf, skippedWords } from '../leads/filter';
import type { LeadExportResult } from './contract';
import type { ExportTask } from './task';

/** Makes the file of all that was read. */
export async function assemble(task: ExportTask): Promise<LeadExportResult> {
	const { input, state, assembly, run } = task;
	reportProgress(state.progress, {
		message: 'All leads are read. The worker is writing the file.',
		itemsDone: state.leadsBefore,
		itemsTotal: state.leadsBefore,
	});
	const { bucket } = input;
	const name = fileName(task);
	const { chunks, attempts, parts } = state;
	const read = { chunks, attempts, run, parts };
	const onePerPerson = input.leadsPerPerson === 'one';
	const isFiltered = onePerPerson || filterOf(input) !== undefined;
	const made = await assembly.assembleExport({ ...task.file, bucket, ...read, name, isFiltered, onePerPerson });
	// Leads that came since the start were read, and are not in the file.
	const itemsDone = Math.max(made.rows, state.leadsBefore);
	const message = `${name} has ${made.rows} leads${periodInWords(state.period)}${skippedWords(made.skipped)}.`;
	reportProgress(state.progress, { message, itemsDone, itemsTotal: itemsDone });
	const link = `/v1/tasks/${encodeURIComponent(workflowInfo().workflowId)}/files/${name}`;
	const { contentType, bytes, sha256, expiresAt, rows, rowsOf, repeats, cutCells, sharedFields, skipped } = made;
	return {
		version: 1,
		asOf: state.asOf,
		period: state.period ?? null,
		rows,
		agents: (state.agentIds ?? []).map((agentId) => ({
			agentId,
			rows: (Object.hasOwn(rowsOf, agentId) ? rowsOf[agentId] : undefined) ?? 0,
			gone: state.gone.includes(agentId),
		})),
		file: { name, contentType, bytes, sha256, link: made.bucket === null ? link : null, expiresAt },
		bucket: made.bucket,
		audit: {
			pages: state.pages,
			stepsBack: state.stepsBack,
			repeats,
			cutCells,
			...(sharedFields === undefined ? {} : { sharedFields }),
			...(skipped === undefined ? {} : { skipped }),
			...conversationsOf(state),
		},
	};
}

function conversationsOf({ conversations }: ExportTask['state']): Pick<LeadExportResult['audit'], 'conversations'> {
	if (conversations === undefined) return {};
	const { read, missing } = conversations;
	return { conversations: { read, missing } };
}

function fileName({ input: { format }, state: { asOf }, run }: ExportTask): string {
	return `${exportName('leads', asOf, run)}.${format}`;
}
