import { workflowInfo } from '@temporalio/workflow';
import type { ExportFile } from '../task/export-contract';
import { inWords } from '../task/export-words';
import type { KnowledgeSyncResult } from './contract';
import { countOutcomes, countSteps } from './counts';
import type { KnowledgeSyncTask } from './task';

/** The result so far. Its rows are made when the task ends. */
export function resultOf({ input, state }: KnowledgeSyncTask): KnowledgeSyncResult {
	const { firstPlan, report, rows, stoppedBy } = state;
	return {
		version: 1,
		agentId: input.agentId,
		set: input.set,
		outcome: state.unapplied ?? (input.planOnly ? 'planned' : 'applied'),
		steps: firstPlan?.steps ?? countSteps([]),
		counts: report?.counts ?? countOutcomes([]),
		refusedRows: report?.refusedRows ?? rows?.refused ?? 0,
		unusable: report?.unusable ?? [],
		refusedCsv: linked(report?.refusedCsv),
		differences: linked(report?.differences),
		export: linked(report?.export),
		planHash: firstPlan?.hash ?? '',
		manifestVersion: state.manifestVersion,
		rows: report?.rows ?? [],
		rowsNotShown: report?.rowsNotShown ?? 0,
		broken: rows?.broken ?? [],
		notes: rows?.notes ?? [],
		decisions: state.decisions,
		stoppedBy,
		waitedSeconds: Math.round((Date.now() - state.startedAt) / 1000),
	};
}

function linked(file: ExportFile | null | undefined): ExportFile | null {
	if (file === null || file === undefined) return null;
	return { ...file, link: `/v1/tasks/${encodeURIComponent(workflowInfo().workflowId)}/files/${file.name}` };
}

/** What a stopped task leaves, in sentences. */
export function summaryOf({ state }: KnowledgeSyncTask): string {
	if (state.applying === null && state.round === 0) return 'Nothing was sent.';
	const total = state.firstPlan?.toSend ?? 0;
	return `${inWords(state.done)} of ${inWords(total)} items were brought into step. They stay, and the next sync continues from there.`;
}
