import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { isCancellation, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { ExportFileActivities } from '../export/activities';
import { follow, top } from '../list-reading/place';
import { apiBulkRead } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import { failedOf } from '../task/failure';
import type { SourceChanges, UnknownChanges } from './source-changes-contract';
import {
	MOST_SOURCES,
	type SourceComparisonActivities,
	type SourceList,
	type SourceListActivities,
	type StoredPages,
} from './source-list-activities';
import type { RetrainTask } from './task';

/** Changes are an extra: a service that does not return the list must not hold up the retrain. */
const FEW_ATTEMPTS = 5;

/** As many changes as a result names, of some 300 bytes each. */
const MOST_NAMED = 100;

const internal = proxyActivities<SourceComparisonActivities & Pick<ExportFileActivities, 'discardChunks'>>({
	startToCloseTimeout: '1 minute',
	retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumAttempts: FEW_ATTEMPTS },
});

/** Notes what the agent has before a run, unless nobody wants it. A task of a version without the field does not. */
export async function listBefore(task: RetrainTask): Promise<void> {
	if (!wantsChanges(task)) return;
	task.state.sourcesBefore = await listSources(task, 0);
}

/**
 * Compares the sources with those before the run.
 * @param joined the run was active already when the task listed them
 * @returns undefined if nobody wants it
 */
export async function changesSince(task: RetrainTask, joined: boolean): Promise<SourceChanges | undefined> {
	const before = task.state.sourcesBefore;
	if (before === undefined || !wantsChanges(task)) return undefined;
	const since = joined ? 'joined' : 'start';
	if ('unknown' in before) return unknownSince(since, before.unknown);
	const after = await listSources(task, before.pages.length);
	if ('unknown' in after) return unknownSince(since, after.unknown);
	return compared(task, since, before, after);
}

/** Deletes the stored lists. What is not deleted expires with the chunks of other tasks. */
export async function discardLists({ state }: Pick<RetrainTask, 'state'>): Promise<void> {
	if (state.sourcesBefore === undefined) return;
	try {
		await internal.discardChunks(runOfTask());
	} catch (error) {
		if (!(error instanceof ActivityFailure)) throw error;
	}
}

function wantsChanges({ input }: RetrainTask): boolean {
	const given: Partial<RetrainTask['input']> = input;
	return (given.sourceChanges ?? 'none') !== 'none';
}

function unknownSince(since: SourceChanges['since'], unknown: UnknownChanges): SourceChanges {
	return { since, before: null, after: null, counts: null, sources: [], notNamed: 0, unknown };
}

type Stored = Exclude<SourceList, { unknown: UnknownChanges }>;

async function compared(
	{ input }: RetrainTask,
	since: SourceChanges['since'],
	before: Stored,
	after: Stored,
): Promise<SourceChanges> {
	try {
		const { counts, sources, listed } = await internal.compareSourceLists({
			before: before.pages,
			after: after.pages,
			named: input.sourceChanges === 'list' ? MOST_NAMED : 0,
			run: runOfTask(),
		});
		const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
		return {
			since,
			before: { at: before.at, sources: listed.before },
			after: { at: after.at, sources: listed.after },
			counts,
			sources,
			notNamed: all - sources.length,
			unknown: null,
		};
	} catch (error) {
		return unknownSince(since, unavailable(error));
	}
}

/** Reads and stores the list, each dispatch in its turn. @param from number of its first stored page */
async function listSources({ input, timing }: RetrainTask, from: number): Promise<SourceList> {
	const read = apiBulkRead(timing);
	const retry = { ...read.retry, maximumAttempts: FEW_ATTEMPTS };
	const calls = apiCalls<SourceListActivities>(input.connection, 'read', { ...read, retry });
	const place = top<number>();
	const pages: StoredPages = [];
	let [stepsBack, total] = [0, 0];
	// Steps back read pages again. Their sources count once.
	for (let reads = 0; reads < MOST_READS; reads += 1) {
		const chunk = from + reads;
		try {
			const page = await calls.readSourceList({
				agentId: input.agentId,
				offset: place.offset,
				chunk,
				run: runOfTask(),
			});
			if (page.total > MOST_SOURCES) return { unknown: tooLong(page.total) };
			pages.push([chunk, page.attempt]);
			const followed = follow(place, page);
			if (followed === 'followed' && page.ended) return { at: page.at, pages };
			total = page.total;
			if (followed !== 'followed') stepsBack += 1;
		} catch (error) {
			return { unknown: unavailable(error) };
		}
	}
	return { unknown: stepsBack > 0 ? CHANGING : shortPages(total) };
}

/** Twice as many as the longest list has pages. */
const MOST_READS = 12;

const CHANGING: UnknownChanges = {
	reason: 'changing',
	detail: 'The list of sources changed faster than the task could read it.',
};

/** The service returned fewer sources a page than were asked for. */
function shortPages(total: number): UnknownChanges {
	return {
		reason: 'too_long',
		detail: `The service returns the list of ${total} sources in pages so short that ${MOST_READS} calls do not read it.`,
	};
}

function tooLong(total: number): UnknownChanges {
	return {
		reason: 'too_long',
		detail: `The agent has ${total} sources. A retrain compares at most ${MOST_SOURCES}.`,
	};
}

const FORBIDDEN = 403;

/** @throws a cancellation */
function unavailable(error: unknown): UnknownChanges {
	if (isCancellation(error)) throw error;
	const cause = error instanceof ActivityFailure ? error.cause : error;
	const { title, detail } = failedOf(cause);
	const reason = statusOf(cause) === FORBIDDEN ? 'not_allowed' : 'unavailable';
	return { reason, detail: `The sources could not be listed: ${title}: ${detail}` };
}

function statusOf(cause: unknown): unknown {
	const details: unknown = cause instanceof ApplicationFailure ? cause.details?.[0] : null;
	return typeof details === 'object' && details !== null && 'status' in details ? details.status : null;
}

function runOfTask(): string {
	return workflowInfo().firstExecutionRunId;
}
