import { workflowInfo } from '@temporalio/workflow';
import { exportName } from '../task/export-words';
import { reportProgress } from '../task/progress';
import type { ConversationPlan, Span } from './activities';
import type { ConversationExportResult } from './contract';
import { type ConversationExportTask, newTranscripts } from './task';

/** Makes the file, or a file per day, of all that was read. */
export async function assemble(
	task: ConversationExportTask,
	plan: ConversationPlan,
): Promise<ConversationExportResult> {
	const { input, state, assembly, run } = task;
	const transcripts = state.transcripts ?? newTranscripts(1);
	const items = { itemsDone: plan.conversations, itemsTotal: plan.conversations };
	reportProgress(state.progress, { message: 'All transcripts are read. The worker is writing the file.', ...items });
	const { format, spreadsheet, bucket, partition } = input;
	const name = exportName('conversations', state.asOf, run);
	const { attempts } = transcripts;
	const spans = spansWithout(plan.conversations, transcripts.skipped);
	const made = await assembly.assembleConversations({
		format,
		spreadsheet,
		bucket,
		partition,
		spans,
		attempts,
		run,
		name,
	});
	reportProgress(state.progress, { message: `${made.conversations} conversations are written.`, ...items });
	const link = (file: string) => `/v1/tasks/${encodeURIComponent(workflowInfo().workflowId)}/files/${file}`;
	return {
		version: 1,
		asOf: state.asOf,
		period: state.period ?? null,
		conversations: made.conversations,
		messages: made.messages,
		agents: (state.agentIds ?? []).map((agentId) => ({
			agentId,
			conversations: (Object.hasOwn(made.conversationsOf, agentId) ? made.conversationsOf[agentId] : undefined) ?? 0,
			gone: state.gone.includes(agentId),
		})),
		missing: state.missing,
		file: made.file === null ? null : { ...made.file, link: made.bucket === null ? link(made.file.name) : null },
		bucket: made.bucket,
		partitions: made.partitions,
		audit: {
			pages: state.pages,
			transcripts: transcripts.calls,
			stepsBack: state.stepsBack,
			repeats: plan.repeats,
			undated: plan.undated,
		},
	};
}

/** The numbers below `end` that were read. */
export function spansWithout(end: number, skipped: readonly Span[]): Span[] {
	const spans: Span[] = [];
	let from = 0;
	for (const [begin, after] of [...skipped].sort(([one], [other]) => one - other)) {
		if (begin > from) spans.push([from, begin]);
		from = Math.max(from, after);
	}
	if (from < end) spans.push([from, end]);
	return spans;
}
