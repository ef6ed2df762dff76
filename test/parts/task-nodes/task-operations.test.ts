import { run } from '../../support/task-nodes/engine';
import { type TestFlow, flowOf } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';

const start = {
	resource: 'agent',
	operation: 'retrain',
	waitForEnd: false,
	connection: { __rl: true, mode: 'name', value: 'main' },
	agentId: { __rl: true, mode: 'id', value: '={{ $json.agent }}' },
};
const items = [{ agent: 'agent_a' }];

const gateway = useTaskGateway();

const runWith = (parameters: TestFlow['parameters'], more: Partial<TestFlow> = {}) =>
	run(flowOf({ items, parameters, ...more }), gateway.credential);
const shownTo = (error: Error | undefined) => ({
	message: error?.message,
	description: error !== undefined && 'description' in error ? String(error.description) : '',
});

describe('a start without a wait', () => {
	it('gives the id at once', async () => {
		const execution = await runWith(start);
		expect(execution.waiting).toBe(false);
		const [task] = await gateway.tasks();
		expect(execution.shown('Done').join()).toContain(task?.id);
	});

	it('finds the same task again with the same key', async () => {
		const options = { idempotencyKey: 'monday' };
		await runWith({ ...start, options });
		await runWith({ ...start, options });
		expect(await gateway.tasks()).toHaveLength(1);
	});

	it('says that a key was used with another input', async () => {
		const options = { idempotencyKey: 'monday' };
		await runWith({ ...start, options });
		const { error } = await runWith({ ...start, options, agentId: { __rl: true, mode: 'id', value: 'agent_b' } });
		expect(shownTo(error).message).toContain('(409)');
		expect(shownTo(error).description).toContain('Idempotency Key');
	});

	it.each([
		['an unknown agent', { agentId: { __rl: true, mode: 'id', value: 'nobody' } }, 'Agent: "nobody"'],
		['an unknown connection', { connection: { __rl: true, mode: 'name', value: 'nowhere' } }, 'Connection: "nowhere"'],
	])('names the field of %s, before anything starts', async (_case, change, field) => {
		const { error } = await runWith({ ...start, ...change });
		expect(shownTo(error).message).toContain(field);
		expect(await gateway.tasks()).toEqual([]);
	});

	it.each([
		['an empty agent', { agentId: { __rl: true, mode: 'id', value: '={{ "" }}' } }, 'The field "Agent" is empty'],
		['a choice that there is not', { options: { ifActive: 'maybe' } }, '"If Already in Training" must be one of fail'],
		[
			'a timeout that is no time',
			{ options: { timeout: { duration: { amount: 0, unit: 'hours' } } } },
			'The field "Timeout" must be an amount of more than 0',
		],
		['a key that is too long', { options: { idempotencyKey: 'k'.repeat(256) } }, 'has 256 characters'],
	])('refuses %s itself', async (_case, change, message) => {
		const { error } = await runWith({ ...start, ...change });
		expect(shownTo(error).message).toContain(message);
		expect(await gateway.tasks()).toEqual([]);
	});

	it('shows the start of a wrong value, cut between characters', async () => {
		for (const value of ['🎉'.repeat(60), `x${'🎉'.repeat(60)}`]) {
			const { message } = shownTo((await runWith({ ...start, options: { ifActive: value } })).error);
			expect(message).toContain('🎉');
			expect(message?.isWellFormed()).toBe(true);
		}
	});

	it('says where the gateway should be and what to check when it is down', async () => {
		gateway.credential.data = { ...gateway.credential.data, gatewayUrl: 'http://127.0.0.1:1' };
		const { error } = await runWith(start);
		expect(shownTo(error).message).toContain('http://127.0.0.1:1');
		expect(shownTo(error).description).toContain('agent-knowledge-worker runs there');
	});

	it.each(['ann:do-not-show-me@', 'do-not-show-me@', ':do-not-show-me@'])(
		'sends nothing to a Gateway URL with %s, and does not repeat it',
		async (userInfo) => {
			const { gatewayUrl, token } = gateway.credential.data;
			gateway.credential.data = { gatewayUrl: gatewayUrl.replace('://', `://${userInfo}`), token };
			const { error, data } = await runWith(start);
			expect(shownTo(error).message).toBe('The Gateway URL of the credential contains a user name or a password');
			expect(JSON.stringify([error, data])).not.toContain('do-not-show-me');
			expect(gateway.inputs).toEqual([]);
		},
	);

	it('asks for the token when the gateway refuses it', async () => {
		gateway.credential.data = { ...gateway.credential.data, token: 'wrong' };
		const { error } = await runWith(start);
		expect(shownTo(error).message).toBe('The gateway does not accept the Token (401)');
	});

	it('never shows the token', async () => {
		const { token } = gateway.credential.data;
		gateway.credential.data = { gatewayUrl: 'http://127.0.0.1:1', token };
		const { data } = await runWith(start);
		expect(JSON.stringify(data)).not.toContain(token);
	});

	it('continues on fail, item by item', async () => {
		const more = { items: [{ agent: 'nobody' }, ...items], node: { onError: 'continueRegularOutput' as const } };
		const execution = await runWith(start, more);
		const [failed, started] = execution.shown('Task');
		expect(failed).toContain('"error":');
		expect(started).toContain('"status":"running"');
	});

	it('works as a tool of an AI agent', async () => {
		const execution = await runWith(start, { node: { type: 'agentKnowledgeTaskTool' } });
		expect(execution.error).toBeUndefined();
		expect(await gateway.tasks()).toHaveLength(1);
	});
});

describe('Get and Cancel', () => {
	const idOfTask = async () => {
		await runWith(start);
		return (await gateway.tasks())[0]?.id ?? '';
	};

	it('shows a task', async () => {
		const execution = await runWith({ resource: 'task', operation: 'get', taskId: await idOfTask() });
		expect(execution.shown('Done').join()).toContain('"status":"running"');
	});

	it('cancels a task', async () => {
		const execution = await runWith({ resource: 'task', operation: 'cancel', taskId: await idOfTask() });
		expect(execution.shown('Done').join()).toContain('"status":"cancelled"');
	});

	it.each(['.', '..', 'half \ud83d'])('send nothing for the id %j, which would leave its place', async (taskId) => {
		for (const operation of ['get', 'cancel', 'downloadFile']) {
			const { error } = await runWith({ resource: 'task', operation, taskId: `={{ ${JSON.stringify(taskId)} }}` });
			expect(shownTo(error).message).toContain('The field "Task ID"');
		}
	});

	it.each(['get', 'cancel'])('%s names a task that is not there', async (operation) => {
		const { error } = await runWith({ resource: 'task', operation, taskId: 'retrain-and-wait/none' });
		expect(shownTo(error).message).toBe('There is no task retrain-and-wait/none (404)');
	});
});
