import type { EventData, TaskEvent } from '../task/event';
import { isMended, type Mending, openFailureOf } from './mends';

const at = '2026-11-27T09:00:00.000Z';

function failed(data: EventData['task.failed']): TaskEvent {
	const task = { id: 'lead-export~one', type: 'lead-export', connection: 'main', agentId: null };
	return { id: `${task.id}~run~failed`, type: 'task.failed', at, task, data };
}

const error = (status: number, type = 'refused') => ({ type, title: 'Refused', status, detail: 'No.', issues: [] });

const recovered: Mending = {
	type: 'connection.recovered',
	task: { id: 'connection~main', type: 'connection', connection: 'main', agentId: null },
	data: {
		cause: 'unreachable',
		reason: 'No answer.',
		since: at,
		recoveredAt: at,
		failedSeconds: 60,
		failedTasks: 1,
	},
	mends: [],
};

test.each<[string, EventData['task.failed'], boolean]>([
	['the key was refused', { status: 'failed', error: error(401) }, true],
	['the service had an error', { status: 'failed', error: error(503) }, true],
	['the connection was removed', { status: 'failed', error: error(409, 'connection_removed') }, true],
	['it ran out of time', { status: 'timed_out', error: error(409) }, true],
	['some items failed', { status: 'completed', error: error(409) }, true],
	['nothing says why', { status: 'failed', error: null }, true],
	['a scope is missing', { status: 'failed', error: error(403) }, false],
	['the input was refused', { status: 'failed', error: error(422) }, false],
])('that a connection works again ends a failure of it alone: %s', (_, data, expected) => {
	expect(isMended(openFailureOf(failed(data)), recovered)).toBe(expected);
});
