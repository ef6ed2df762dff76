import type { IDataObject } from 'n8n-workflow';
import type { SampleEnd, SampleRequest } from '../task-types/samples/sample';
import { textOr } from '../task-types/samples/sample';

interface SampleTask extends SampleRequest {
	type: string;
}

/** The id of a task that was not started. It begins with the type, as that of a real one. */
export function sampleId(type: string, itemIndex: number): string {
	return `${type}~sample-${itemIndex + 1}`;
}

/** A task that was started and not waited for. */
export function startedTask(type: string, taskId: string): IDataObject {
	return { id: taskId, type, status: 'running', links: linksOf(taskId) };
}

/** An ended task, with every field that the gateway shows of it. */
export function endedTask({ type, taskId, input, at }: SampleTask, end: SampleEnd): IDataObject {
	const { status, outcome, succeeded, message, shown, figures, result, error } = end;
	return {
		id: taskId,
		type,
		connection: textOr(input['connection'], ''),
		agentId: textOr(input['agentId'], '') || null,
		status,
		stage: status,
		progress: { ...figures, message, at },
		startedAt: at,
		closedAt: at,
		result,
		error: error === undefined ? null : { ...error, status: 500, issues: [] },
		succeeded,
		outcome,
		ended: { outcome, ...shown },
		takenOver: null,
		leftToNextRun: false,
		reason: succeeded ? null : message,
		waitsForPerson: false,
		execution: null,
		connectionMissing: false,
		links: linksOf(taskId),
	};
}

function linksOf(taskId: string): IDataObject {
	return { self: `/v1/tasks/${encodeURIComponent(taskId)}` };
}
