import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { waitingStagesOf } from '../definitions';
import { findTask } from '../task-view';
import { callbacksOf, deliveriesOf, mailsOf } from './deliveries';
import { EntryMapper } from './entries';
import { heard } from './heard';
import { type HistorySize, readHistory } from './history';
import { inOrder } from './joined';
import { addPending } from './pending';
import { readableOf } from './readable';
import type { Within } from '../within';
import type { TaskTimeline, TaskTimelines, TimelineEntry } from './timeline';

function sizeOf({ raw, historyLength }: WorkflowExecutionDescription): HistorySize {
	return { events: historyLength, bytes: Number(raw.workflowExecutionInfo?.historySizeBytes ?? 0) };
}

/** Reads timelines from Temporal's histories. No worker is needed. */
export class TemporalTaskTimelines implements TaskTimelines {
	/** @param subscriptionsTo the ids of the subscriptions to some connections, as they are now */
	constructor(
		private readonly client: Client,
		private readonly subscriptionsTo: (within: Within) => Promise<ReadonlySet<string>>,
	) {}

	async read(id: string, within?: Within): Promise<TaskTimeline> {
		const { view, info } = await findTask(this.client, id);
		const readable = readableOf(this.client, id);
		const firstRunId = info.raw.workflowExecutionInfo?.firstRunId || info.runId;
		const [{ runs, cut }, deliveries, callbacks, mails] = await Promise.all([
			readHistory(this.client, id, info.runId, sizeOf(info)),
			this.deliveriesWithin(id, firstRunId, within),
			callbacksOf(this.client, id, view.startedAt, within),
			mailsOf(this.client, id),
		]);
		const mapper = new EntryMapper({ type: view.type, readable, waitingStages: waitingStagesOf(view.type) });
		for (const run of runs) await mapper.addRun(run);
		await addPending(mapper, info, readable);
		const { entries } = mapper;
		const calls = entries.filter(({ kind }) => kind === 'call');
		return {
			entries: inOrder([...heard(entries, deliveries), ...deliveries, ...callbacks, ...mails]),
			apiCalls: calls.reduce((sum, { attempts }) => sum + attempts, 0),
			cut,
		};
	}

	private async deliveriesWithin(id: string, firstRunId: string, within: Within): Promise<TimelineEntry[]> {
		const shown = within === undefined ? null : await this.subscriptionsTo(within);
		return deliveriesOf(this.client, id, firstRunId, shown);
	}
}
