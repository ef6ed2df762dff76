import { activityInfo, getClient } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { type Blockage, blockedBy, SYNC_BLOCKED, type SyncPage } from '../../../workflows/lead-sync/activities';
import { NOT_YET } from '../../../workflows/task/failure';
import { TIMING } from '../../../workflows/task/timing';
import { isMoreToDo } from '../../temporal/not-yet';
import { pauseOf, withPause } from '../task/look';
import { holdingFailure } from './failures';

/** The pause between two attempts that fail grows with the time for which they have failed. */
const RETRY_TIMING = { pollMinMs: 2_000, pollMaxMs: 5 * 60_000 };

const { blockedAfterMs, holdMs } = TIMING;

/** Tells the sync that it is blocked, or moves again. */
export type ReportBlockage = (blockage: Blockage) => Promise<void>;

/** What the attempts of a page have seen; it survives from one attempt to the next. */
export interface BlockageNotes {
	/** Milliseconds since 1970. */
	blockedSince: number | null;
	isBlockageReported: boolean;
	/** A write failed: reads that work do not end the blockage. Default: none did */
	isWriteBlocked?: boolean | undefined;
	/** The blockage that the sync has reported to people, until the page has moved for a minute. Default: none */
	reported?: SyncPage['reported'] | null;
}

/**
 * Runs one attempt, and reports a blockage once after attempts have failed for `blockedAfterMs`. The workflow itself
 * cannot see this: the server retries the page, which adds nothing to the history.
 * @param work what the attempt does. Default: it reads, and may also write
 * @throws the failure as Temporal retries it, with the pause before that
 */
export async function watchBlockage<Result>(
	notes: BlockageNotes,
	report: ReportBlockage,
	attempt: () => Result | Promise<Result>,
	work?: 'write',
): Promise<Result> {
	try {
		return await attempt();
	} catch (error) {
		const failure = holdingFailure(error);
		await note(notes, report, failure);
		if (work === 'write' && notes.blockedSince !== null) notes.isWriteBlocked = true;
		const now = Date.now();
		throw withPause(failure, pauseOf(notes.blockedSince ?? now, now, RETRY_TIMING));
	}
}

/** Other errors of a worker are only in its log, because they may contain personal data. */
const UNKNOWN = 'A call failed in the worker. The log of the worker says why.';

async function note(notes: BlockageNotes, report: ReportBlockage, failure: unknown): Promise<void> {
	const { type = '', message = UNKNOWN, nonRetryable = false } = failure instanceof ApplicationFailure ? failure : {};
	if (nonRetryable === true) return;
	const now = Date.now();
	if (type === NOT_YET) {
		if (isMoreToDo(failure) && notes.isWriteBlocked === true) return;
		// It has looked and found nothing new, so nothing blocks it.
		Object.assign(notes, { blockedSince: null, isBlockageReported: false, isWriteBlocked: false });
		await noteMoves(notes, report, now);
		return;
	}
	const hasStopped = noteStop(notes, now);
	notes.blockedSince ??= now;
	if (notes.isBlockageReported || (!hasStopped && now - notes.blockedSince < blockedAfterMs)) return;
	const blockage = { since: notes.blockedSince, by: blockedBy(type ?? ''), reason: message };
	// The next attempt reports it if this one could not. A lost report must not hide why the page failed.
	await report(blockage).then(
		() => {
			notes.isBlockageReported = true;
			notes.reported = { since: blockage.since, movesSince: null };
		},
		() => undefined,
	);
}

/** The sync waits whether the page moves for a minute. It is told that once. A lost report is repeated. */
async function noteMoves(notes: BlockageNotes, report: ReportBlockage, now: number): Promise<void> {
	const { reported } = notes;
	if (reported === undefined || reported === null) return;
	if (reported.movesSince !== null) {
		if (now - reported.movesSince >= holdMs) notes.reported = null;
		return;
	}
	await report({ since: reported.since, by: 'service', reason: '', moves: true }).then(
		() => (notes.reported = { ...reported, movesSince: now }),
		() => undefined,
	);
}

/**
 * Within that minute it is still the same blockage.
 * @returns whether the sync has to know that, because it was told that the page moves
 */
function noteStop(notes: BlockageNotes, now: number): boolean {
	const { reported } = notes;
	if (reported === undefined || reported === null) return false;
	const { since, movesSince } = reported;
	if (movesSince !== null && now - movesSince >= holdMs) {
		notes.reported = null;
		return false;
	}
	notes.blockedSince ??= since;
	if (movesSince === null) notes.isBlockageReported = true;
	return movesSince !== null;
}

/** Signals the sync that runs this activity. */
export async function signalSync(blockage: Blockage): Promise<void> {
	const { workflowId } = activityInfo().workflowExecution ?? {};
	if (workflowId === undefined) return;
	await getClient().workflow.getHandle(workflowId).signal<[Blockage]>(SYNC_BLOCKED, blockage);
}
