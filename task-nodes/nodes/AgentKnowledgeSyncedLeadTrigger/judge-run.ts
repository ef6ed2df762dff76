import type { IRun } from 'n8n-workflow';
import { isRecord, textOf } from '../gateway/gateway-responses';

export interface RunEnd {
	outcome: 'done' | 'failed' | 'refused' | 'released';
	/** The words of the node that failed. Empty if the leads are done. */
	reason: string;
}

const MOST_REASON = 500;

/**
 * n8n resolves its promise when an execution begins to wait, and does not report its later end. So a lead that waits is
 * refused at once. A further attempt would repeat what the first one did before it waited.
 */
const WAITS =
	'The execution waits (Wait, or a task that waits for its end), so this node cannot see its end. Put the waiting part into a second flow and start it with Execute Sub-workflow, without waiting for its completion.';
const NO_RESULT = 'The execution ended without a result. See the executions of the flow and the log of n8n.';

/**
 * Judges the end of an execution. In queue mode n8n passes the same fields, without the data of the nodes.
 * @param run the value of n8n's promise; undefined if n8n could not run the flow
 */
export function judgeRun(run: IRun | undefined): RunEnd {
	if (run === undefined) return { outcome: 'failed', reason: NO_RESULT };
	const { error, lastNodeExecuted } = run.data.resultData;
	if (run.status === 'waiting' || run.waitTill) return { outcome: 'refused', reason: WAITS };
	if (error !== undefined) return { outcome: 'failed', reason: reasonOf(error, lastNodeExecuted) };
	if (run.status === 'success') return { outcome: 'done', reason: '' };
	return { outcome: 'failed', reason: `The execution ended with the status ${run.status}.` };
}

/** Judges the error of n8n's promise: the execution was cancelled, or could not start. */
export function judgeRejection(error: unknown): RunEnd {
	const reason = isRecord(error) ? textOf(error['reason']) : '';
	if (reason === 'shutdown') return { outcome: 'released', reason: '' };
	return { outcome: 'failed', reason: reasonOf(error) };
}

/** The node's name and the error's own words. n8n stores errors as plain objects in queue mode. */
function reasonOf(error: unknown, lastNode?: string): string {
	if (!isRecord(error)) return cut(textOf(error)) || NO_RESULT;
	const node = isRecord(error['node']) ? textOf(error['node']['name']) : '';
	const where = node || (lastNode ?? '');
	const message = textOf(error['message']) || NO_RESULT;
	const description = textOf(error['description']);
	const words = description === '' || description === message ? message : `${message} (${description})`;
	return cut(where === '' ? words : `${where}: ${words}`);
}

function cut(text: string): string {
	return text
		.slice(0, MOST_REASON)
		.replace(/\p{Surrogate}$/u, '')
		.toWellFormed();
}
