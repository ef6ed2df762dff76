import { TASK_TYPES } from '../../workflows/contracts';
import { agentTaskId, deliveryIdOf, eventIdOf } from '../../workflows/task/ids';
import { parseWaitId, taskIdOf, waitIdsOf } from './task-ids';

const KEYS = ['a key', 'a/b', 'ä%2F?#', '', '..', '🙂', 'x'.repeat(1_000)];
const RUN = '01a20536-b9ce-7e60-a1c6-430e164fee10';

/** Every id that an address of the gateway can contain. */
function shownIds(key: string): string[] {
	const tasks = TASK_TYPES.map((type) => taskIdOf(type, key));
	const { waitId } = waitIdsOf({ executionId: key, nodeId: key, runIndex: 0, taskIds: tasks, callbackUrl: key });
	const children = tasks.map((id) => agentTaskId(id, key === '' ? 'agent' : key));
	const events = children.map((id) => eventIdOf(id, RUN, 'completed'));
	return [
		...tasks,
		...children,
		...events,
		waitId,
		...events.map((id) => deliveryIdOf(id, 'subscription~1', key && 'a')),
	];
}

test.each(KEYS)('the ids of the key %j need no encoding in an address, and no proxy changes them', (key) => {
	for (const id of shownIds(key)) {
		expect(encodeURIComponent(id)).toBe(id);
		expect(new URL(`http://gateway.example/v1/tasks/${id}`).pathname).toBe(`/v1/tasks/${id}`);
	}
});

test('the ids of different keys and types differ', () => {
	const ids = KEYS.flatMap((key) => TASK_TYPES.map((type) => taskIdOf(type, key)));
	expect(new Set(ids).size).toBe(ids.length);
});

test('the id of a wait is read back, and nothing else is', () => {
	const ids = waitIdsOf({ executionId: '1', nodeId: 'n', runIndex: 0, taskIds: ['t'], callbackUrl: 'http://n8n' });
	expect(parseWaitId(ids.waitId)).toEqual(ids);
	for (const other of ['wait/a.b', `${ids.waitId}.`, ids.workflowId, ids.deliveryId, 'retrain-and-wait~none'])
		expect(parseWaitId(other)).toBeNull();
});
