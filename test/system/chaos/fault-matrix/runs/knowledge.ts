import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import { knowledgeSyncResultSchema } from '../../../../../workflows/knowledge-sync/contract';
import type { TaskReport } from '../verdict';
import { SourcesRun } from './sources';
import { taskReportOf } from './task-report';

/** A set of two texts, of which the request for the first is held or goes wrong. */
export class KnowledgeRun extends SourcesRun {
	protected override readonly type = 'knowledge-sync';

	protected override input(): object {
		const rows = this.titles.map((title) => ({ type: 'text', title, content: `What ${title} says.` }));
		return { version: 1, connection: 'wide', agentId: this.agent, set: this.key, rows };
	}

	protected override reportOf(task: TaskWithLinks): Promise<TaskReport> {
		const rows = knowledgeSyncResultSchema.safeParse(task.result).data?.rows ?? [];
		const report = taskReportOf(task, {
			unknown: rows.some(({ outcome }) => outcome === 'needs_person'),
			ambiguous: rows.some(({ audit }) => audit.ambiguous && audit.writes > 1),
			duplicates: rows.flatMap(({ audit }) => audit.duplicates.map(String)),
		});
		return Promise.resolve(report);
	}
}
