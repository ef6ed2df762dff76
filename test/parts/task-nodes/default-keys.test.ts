import { callBack } from '../../support/task-nodes/callback';
import { run } from '../../support/task-nodes/engine';
import { flowOf } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

/** All executions of these tests have the same number, as those of a database that counts anew. */
const BEFORE = Date.parse('2026-11-01T10:00:00.000Z');
const AFTER = BEFORE + 1;

const gateway = useTaskGateway();

const start = async (startedAt?: number) => await run(waitingFlow(['agent_a']), gateway.credential, { startedAt });

it('starts another task, with a wait of its own, in the same execution of a new database', async () => {
	await start(BEFORE);
	await gateway.end('agent_a', 'completed');
	gateway.endWaits('completed');
	expect(await start(AFTER)).toMatchObject({ waiting: true, error: undefined });
	expect((await gateway.tasks()).map(({ status }) => status)).toEqual(['completed', 'running']);
	const executions = [...gateway.waits.values()].map(({ executionId }) => executionId);
	expect(new Set(executions).size).toBe(2);
});

it('finds its task and its wait again when it runs the node once more', async () => {
	await start(BEFORE);
	await start(BEFORE);
	expect(await gateway.tasks()).toHaveLength(1);
	expect(gateway.waits.size).toBe(1);
});

it('keeps its start when it was stored, read again and resumed', async () => {
	const execution = await start();
	await gateway.end('agent_a', 'completed');
	gateway.endWaits('completed');
	const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
	const startOf = ({ data }: typeof execution) => data.executionData?.runtimeData?.establishedAt;
	expect(startOf(execution)).toEqual(expect.any(Number));
	expect(resumed && startOf(resumed)).toBe(startOf(execution));
});

it.each(['retry', 'decide', 'syncNow', 'retryRefused'])('%s acts again in a new database', async (operation) => {
	await start(BEFORE);
	const [task] = await gateway.tasks();
	if (operation !== 'retry' && operation !== 'decide') Object.assign(task ?? {}, { type: 'lead-sync' });
	const parameters = { resource: 'task', taskId: task?.id ?? '', operation, decision: 'approve', version: 'the-hash' };
	for (const startedAt of [BEFORE, BEFORE, AFTER]) {
		const { error } = await run(flowOf({ items: [{}], parameters }), gateway.credential, { startedAt });
		expect(error).toBeUndefined();
	}
	const [first, second, third] = gateway.requests.map(({ idempotencyKey }) => idempotencyKey);
	expect(first).toBe(second);
	expect(third).not.toBe(first);
});
