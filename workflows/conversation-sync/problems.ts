import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { isCancellation } from '@temporalio/workflow';
import { isGone } from '../list-reading/read-list';
import { DESTINATION_HELD, UNKNOWN_DESTINATION } from '../lead-sync/activities';
import { shortText } from '../task/failure';
import { wasCancelled } from '../task/run-task';
import type { AgentState } from './state';

/** An event and a result stay small. Characters. */
const LONGEST_REASON = 300;

/** Notes why an agent cannot be read now. @throws anything but a failed call */
export function noteProblem(agent: AgentState, error: unknown): void {
	agent.problem = reasonOf(error);
	agent.gone = isGone(error);
}

/** @throws anything but a failed call */
export function reasonOf(error: unknown): string {
	if (isCancellation(error) || wasCancelled(error)) throw error;
	if (!(error instanceof ActivityFailure || error instanceof ApplicationFailure)) throw error;
	const cause = error instanceof ActivityFailure ? error.cause : error;
	return shortText(cause instanceof ApplicationFailure ? cause.message : WORKER_FAILED, LONGEST_REASON);
}

const WORKER_FAILED = 'A call failed in the worker. The log of the worker says why.';

/** Whether the destination failed, which all agents share. */
export function isOfDestination(error: unknown): boolean {
	const type = error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause.type : null;
	return type === DESTINATION_HELD || type === UNKNOWN_DESTINATION;
}

/** What a dispatch of transcripts noted of the conversation that fails; undefined: nothing. */
export function failingIn(error: unknown): unknown {
	if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return undefined;
	return error.cause.details?.[1] ?? undefined;
}
