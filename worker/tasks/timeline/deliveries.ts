import type { Client } from '@temporalio/client';
import { z } from 'zod';
import type { DeliveryOutcome } from '../../../workflows/task/activities';
import { MAIL_OUTCOME_UNKNOWN, NOT_YET } from '../../../workflows/task/failure';
import { SEPARATOR } from '../../../workflows/task/ids';
import { searchAttributes } from '../../../workflows/task/visibility';
import { executionInfo, executionInfoWithoutMemo, type ListedExecution } from '../../temporal/executions';
import { keyErrorOf } from '../../temporal/payload-codec';
import { UNSEARCHABLE } from '../../../workflows/task/searchable-text';
import { parseWaitId } from '../task-ids';
import { isWaitWithin, waitMemoSchema } from '../waits';
import type { Within } from '../within';
import { newEntry, type TimelineEntry } from './timeline';
import { eventWords, MAIL_EVENT } from './words';

/** The newest ones. A page of results has no room for thousands. */
const MOST_DELIVERIES = 100;
/** n8n begins to wait for a task as soon as it has started it. In ms. */
const WAITS_BEGIN_WITHIN_MS = 10 * 60_000;

const memoSchema = z.object({ result: z.object({ outcome: z.string() }) });

/** What an outcome means, beside the delivered one. */
const REASONS: Readonly<Partial<Record<string, string>>> = {
	'not-wanted': 'The receiver did not want it.',
	unknown:
		'The outcome is unknown: the mail server did not confirm a mail. The deliveries of the subscription say more.',
} satisfies Record<Exclude<DeliveryOutcome, 'delivered'>, string>;

interface Listed {
	workflowId: string;
	startTime: Date;
	closeTime?: Date | undefined;
	status: { name: string };
	memo?: Record<string, unknown> | undefined;
}

/**
 * The messages to subscribers about the events of a task.
 * @param firstRunId of the task @param shown the subscriptions that the reader may know of. Null: all
 */
export async function deliveriesOf(
	client: Client,
	taskId: string,
	firstRunId: string,
	shown: ReadonlySet<string> | null,
): Promise<TimelineEntry[]> {
	if (UNSEARCHABLE.test(taskId)) return [];
	const start = ['deliver', taskId, firstRunId, ''].join(SEPARATOR);
	const query = `WorkflowType = 'deliverEvent' AND WorkflowId STARTS_WITH '${start}'`;
	return (await newest(client, query)).flatMap((listed) => {
		const [name = ''] = listed.workflowId.slice(start.length).split(SEPARATOR);
		const subscription = listed.typedSearchAttributes.get(searchAttributes.subscription) ?? '';
		if (shown !== null && !shown.has(subscription)) return [];
		const entry = deliveryEntry(listed, eventWords(name).name, `Message to the subscription ${subscription}`);
		const outcome = memoSchema.safeParse(listed.memo).data?.result.outcome;
		return [{ ...entry, reason: REASONS[outcome ?? ''] ?? entry.reason }];
	});
}

/** What people read of the mails that a workflow sends. */
interface MailWords {
	title: string;
	failed: string;
	unknown: string;
	late: string;
}

/** By the type of the workflow. */
const MAILS: Readonly<Record<string, MailWords>> = {
	mailReviewers: {
		title: 'Mail to the reviewers',
		failed:
			'The mail server refused a mail to a reviewer, or never confirmed it. The log of the worker has its codes. Give the reviewer the link of the review.',
		unknown:
			'The outcome is unknown: the mail server got a mail to a reviewer and did not confirm it. The worker sends it once more after an hour.',
		late: 'The mail server has not accepted a mail to a reviewer yet. The worker makes further attempts.',
	},
	mailReports: {
		title: 'Mail with the report',
		failed:
			'The mail server refused a mail with the report, or never confirmed it, or the report had expired. The log of the worker has its codes. The files of the task are the same report.',
		unknown:
			'The outcome is unknown: the mail server got a mail with the report and did not confirm it. The worker sends it once more after an hour.',
		late: 'The mail server has not accepted a mail with the report yet. The worker makes further attempts.',
	},
};

/** The mails of a task that are not finished, or failed. Those that were sent need no word. */
export async function mailsOf(client: Client, taskId: string): Promise<TimelineEntry[]> {
	if (UNSEARCHABLE.test(taskId)) return [];
	const query = `WorkflowId STARTS_WITH 'mail/${taskId}/' AND ExecutionStatus != 'Completed'`;
	const entries = (await newest(client, query)).map(async (listed) => {
		const words = MAILS[listed.type];
		if (words === undefined) return null;
		const entry = deliveryEntry(listed, MAIL_EVENT, words.title);
		if (entry.status === 'failed') return { ...entry, reason: words.failed };
		const { raw } = await client.workflow.getHandle(listed.workflowId).describe();
		const types = raw.pendingActivities?.map(({ lastFailure }) => lastFailure?.applicationFailureInfo?.type) ?? [];
		if (types.includes(MAIL_OUTCOME_UNKNOWN)) return { ...entry, reason: words.unknown };
		return { ...entry, reason: types.some((type) => type && type !== NOT_YET) ? words.late : null };
	});
	return (await Promise.all(entries)).filter((entry) => entry !== null);
}

/**
 * The callbacks to n8n about a task. The tasks of a wait are encrypted, so only waits that began soon after the task are
 * read.
 * @param startedAt ISO 8601 UTC
 */
export async function callbacksOf(
	client: Client,
	taskId: string,
	startedAt: string,
	within: Within,
): Promise<TimelineEntry[]> {
	const until = new Date(Date.parse(startedAt) + WAITS_BEGIN_WITHIN_MS).toISOString();
	const query = `WorkflowType = 'waitForTasks' AND StartTime >= '${startedAt}' AND StartTime <= '${until}'`;
	const waits = (await newest(client, query)).flatMap((listed) => {
		const memo = waitMemoSchema.safeParse(listed.memo).data;
		return memo?.taskIds.includes(taskId) === true && isWaitWithin(within, memo)
			? [{ listed, ids: parseWaitId(memo.waitId) }]
			: [];
	});
	const entries = waits.map(async ({ listed, ids }) => {
		const entry = newEntry('delivery', 'callback', 'Callback to n8n', listed.startTime.toISOString());
		if (listed.status.name === 'RUNNING') return { ...entry, title: 'n8n waits for the end' };
		const [callback] = ids === null ? [] : await newest(client, `WorkflowId = '${ids.deliveryId}'`);
		// A newer wait of the same execution replaced it.
		if (callback === undefined) return null;
		return deliveryEntry(callback, 'callback', 'Callback to n8n');
	});
	return (await Promise.all(entries)).filter((entry) => entry !== null);
}

/** Temporal retries a delivery until it is accepted, so only the end of its time fails it. */
function deliveryEntry({ status, startTime, closeTime }: Listed, name: string, title: string): TimelineEntry {
	const entry = newEntry('delivery', name, title, startTime.toISOString());
	if (closeTime === undefined || status.name === 'RUNNING') return entry;
	const endedAt = closeTime.toISOString();
	if (status.name === 'COMPLETED') return { ...entry, status: 'done', endedAt };
	return { ...entry, status: 'failed', endedAt, reason: 'The receiver did not accept it in time.' };
}

async function newest(client: Client, query: string) {
	const { namespace } = client.options;
	const { executions } = await client.workflowService.listWorkflowExecutions({
		namespace,
		query,
		pageSize: MOST_DELIVERIES,
	});
	return Promise.all(executions.map((raw) => readable(client, raw)));
}

/** Without its memo if no key decrypts it. */
async function readable(client: Client, raw: ListedExecution) {
	try {
		return await executionInfo(client, raw);
	} catch (error) {
		if (keyErrorOf(error) === null) throw error;
		return executionInfoWithoutMemo(client, raw);
	}
}
