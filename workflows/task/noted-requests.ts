import { defineSignal, setHandler, upsertMemo, workflowInfo } from '@temporalio/workflow';
import { NOTE_REQUEST, type NoteRequestArgs } from './task-memo';

const noteRequest = defineSignal<NoteRequestArgs>(NOTE_REQUEST);

/** A caller repeats a key soon, or not at all. */
const KEPT = 50;

/**
 * Keeps digests of the keys of requests that meant this run in its memo, where the gateway finds them also after the end. A run cannot
 * end before it has noted what it was asked to.
 */
export function noteRequests(): void {
	setHandler(noteRequest, (kind, digest, meant) => {
		const { firstExecutionRunId } = workflowInfo();
		if (meant !== undefined && meant !== null && meant !== firstExecutionRunId) return;
		const kept = listed(workflowInfo().memo?.[kind]).filter((each) => each !== digest);
		upsertMemo({ [kind]: [...kept, digest].slice(-KEPT) });
	});
}

function listed(before: unknown): string[] {
	return Array.isArray(before) ? before.filter((each: unknown) => typeof each === 'string') : [];
}
