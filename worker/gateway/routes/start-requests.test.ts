import { late } from '../../../test/support/time/moments';
import type { LookUps } from '../../connections';
import { Connections } from '../../connections';
import type { TaskService } from '../../tasks';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { useTestGateway } from '../testing/test-gateway';

const { serve } = useTestGateway();

const BODY = { connection: 'main', agentId: 'agent_support' };
const AGENT_IS_THERE = { outcome: 'readable' } as const;

/**
 * A gateway that counts what it asks Temporal and the service for.
 * @param answers whether the service does
 */
function counted(tasks: TaskService = inMemoryTasks(), answers = true) {
	const asked: string[] = [];
	const counting: TaskService = {
		...tasks,
		find: (task) => (asked.push('find'), tasks.find(task)),
		start: (task) => (asked.push('start'), tasks.start(task)),
	};
	const lookUps: LookUps = {
		ask: () => (asked.push('look-up'), answers ? late(5, AGENT_IS_THERE) : new Promise(() => undefined)),
	};
	const settings = { main: { baseUrl: 'http://127.0.0.1:9', requestsPerMinute: 60 } };
	const gateway = serve({ tasks: counting, connections: new Connections(settings, lookUps) });
	const start = async (key: string, agentId = BODY.agentId) => {
		asked.length = 0;
		const url = '/v1/tasks/retrain-and-wait';
		const headers = { 'idempotency-key': key };
		const { status } = await gateway.ask({ method: 'POST', url, headers, payload: { ...BODY, agentId } });
		return { status, asked: asked.toSorted() };
	};
	return { start };
}

test('a start for an agent that was looked up in the last minute is one request', async () => {
	const { start } = counted();
	expect(await start('first')).toEqual({ status: 202, asked: ['find', 'look-up', 'start'] });
	expect(await start('second')).toEqual({ status: 202, asked: ['start'] });
	expect(await start('second')).toEqual({ status: 202, asked: ['start'] });
});

test('a repeat finds its task while the service does not answer', async () => {
	const tasks = inMemoryTasks();
	await counted(tasks).start('repeated');
	const { start } = counted(tasks, false);
	expect(await start('repeated')).toEqual({ status: 202, asked: ['find', 'look-up', 'start'] });
});
