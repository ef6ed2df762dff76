import { inMemoryTasks } from './testing/in-memory-tasks';
import { useTestGateway } from './testing/test-gateway';
import { unknownAction } from '../tasks/task-problems';
import type { TaskActions } from '../tasks';

const { serve, ask } = useTestGateway();

/** Every plain object has these. */
const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', '__defineGetter__'];

const actions: TaskActions = {
	act: ({ action }) => Promise.reject(unknownAction(action, 'lead-sync', [])),
	refusedLeads: () => Promise.resolve([]),
	syncedAgents: () => Promise.resolve([]),
};

test.each(NAMES)('the action "%s" is unknown, as every other that no task has', async (name) => {
	const tasks = inMemoryTasks();
	const input = { connection: 'main', agentId: 'agent_support', destination: 'crm' };
	const { id } = await tasks.start({ type: 'lead-sync', idempotencyKey: 'k', input });
	serve({ tasks, actions });
	const url = `/v1/tasks/${encodeURIComponent(id)}/actions/${name}`;
	const { status, body } = await ask({ method: 'POST', url, headers: { 'idempotency-key': name }, payload: {} });
	expect([status, body]).toMatchObject([404, { type: 'unknown_action' }]);
});

test.each(NAMES)('nothing named "%s" is found under any other address', async (name) => {
	const headers = { 'idempotency-key': name };
	const requests = [
		{ url: `/v1/connections/${name}/agents` },
		{ url: `/v1/connections/${name}/agents/agent_support/mailboxes` },
		{ method: 'POST', url: `/v1/connections/${name}/check`, headers },
		{ method: 'POST', url: `/v1/tasks/${name}`, headers, payload: {} },
		{ method: 'POST', url: `/v1/tasks/${name}/check`, headers, payload: {} },
		{ method: 'POST', url: `/v1/destinations/${name}/test`, headers, payload: {} },
		{ url: `/v1/tasks/${name}` },
		{ url: `/v1/schedules/${name}` },
		{ url: `/v1/subscriptions/${name}` },
		{ method: 'POST', url: `/hooks/${name}`, headers, payload: {} },
	];
	const answers = await Promise.all(requests.map((request) => ask(request)));
	expect(answers.map(({ status }, place) => [requests[place]?.url, status >= 400 && status < 500])).toEqual(
		requests.map(({ url }) => [url, true]),
	);
});

test.each(NAMES)('nothing named "%s" is found by a field of a request', async (name) => {
	const start = { method: 'POST', headers: { 'idempotency-key': name } };
	const lead = { connection: 'main', agentId: 'agent_support' };
	const answers = await Promise.all([
		ask({ ...start, url: '/v1/tasks/lead-sync', payload: { ...lead, destination: name } }),
		ask({ ...start, url: '/v1/tasks/lead-export', payload: { connection: name } }),
		ask({ ...start, url: '/v1/tasks/lead-export', payload: { connection: 'main', format: name } }),
		ask({ ...start, url: '/v1/subscriptions', payload: { events: [name], format: name } }),
		ask({ method: 'PUT', url: `/v1/schedules/${name}`, payload: { type: name, input: {} } }),
		ask({ url: `/v1/tasks?status=${name}` }),
	]);
	for (const { status, text } of answers) expect([status >= 400 && status < 500, text]).toEqual([true, text]);
});
