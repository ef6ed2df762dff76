import { callBack } from './testing/callback';
import { RESUME_BASE, flowOf, run } from './testing/engine';
import { type TaskGateway, startTaskGateway } from './testing/gateway';

const parameters = {
	operation: 'runAndWait',
	taskType: 'retrain-and-wait',
	connection: { __rl: true, mode: 'name', value: 'main' },
	agentId: { __rl: true, mode: 'id', value: '={{ $json.agent }}' },
};
const itemsFor = (...agents: string[]) => agents.map((agent) => ({ agent }));
const own = '={{ $json.item.json.agent }} {{ $json.status }}';
const paired = '={{ $("Source").item.json.agent }}';

let gateway: TaskGateway;
beforeEach(async () => {
	gateway = await startTaskGateway();
});
afterEach(() => gateway.close());

const onlyWait = () => {
	const [entry] = [...gateway.waits];
	if (entry === undefined) throw new Error('Nothing waits at the gateway.');
	return { id: entry[0], ...entry[1] };
};

describe('Run and Wait', () => {
	it('starts a task for each item and waits once for all of them', async () => {
		const execution = await run(flowOf({ items: itemsFor('agent_a', 'agent_b'), parameters }), gateway.credential);
		expect(execution.waiting).toBe(true);
		const tasks = await gateway.tasks();
		expect(tasks.map(({ agentId }) => agentId)).toEqual(['agent_a', 'agent_b']);
		expect(gateway.waits.size).toBe(1);
		expect(onlyWait()).toMatchObject({ taskIds: tasks.map(({ id }) => id), nodeId: 'n2', runIndex: 0 });
	});

	it("calls for n8n's resume URL, with its signature, and the node's id as the end of its path", async () => {
		await run(flowOf({ items: itemsFor('agent_a'), parameters }), gateway.credential);
		expect(onlyWait().callbackUrl).toBe(`${RESUME_BASE}/7/n2?signature=resume-token`);
	});

	it('leaves the deadline to the gateway', async () => {
		const options = { stopWaitingAfterSeconds: 90 };
		await run(flowOf({ items: itemsFor('agent_a'), parameters: { ...parameters, options } }), gateway.credential);
		expect(onlyWait().deadlineSeconds).toBe(90);
	});

	it('goes on by Completed with the result, after the execution was stored and read again', async () => {
		const execution = await run(flowOf({ items: itemsFor('agent_a'), parameters, show: own }), gateway.credential);
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { status, resumed } = await callBack(execution, { waitId: onlyWait().id });
		expect(status).toBe(200);
		expect(resumed?.shown('Completed')).toEqual(['agent_a completed']);
		expect(resumed?.shown('Not Completed')).toEqual([]);
	});

	it('splits what ended differently, one output item for each input item', async () => {
		const flow = flowOf({ items: itemsFor('agent_a', 'agent_b', 'agent_c'), parameters, show: own });
		const execution = await run(flow, gateway.credential);
		for (const agent of ['agent_a', 'agent_c']) await gateway.end(agent, 'completed');
		await gateway.end('agent_b', 'failed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: onlyWait().id });
		expect(resumed?.shown('Completed')).toEqual(['agent_a completed', 'agent_c completed']);
		expect(resumed?.shown('Not Completed')).toEqual(['agent_b failed']);
	});

	it.each(['completed', 'failed'] as const)('keeps items paired when all %s', async (end) => {
		const flow = flowOf({ items: itemsFor('agent_a', 'agent_b'), parameters, show: paired });
		const execution = await run(flow, gateway.credential);
		for (const agent of ['agent_a', 'agent_b']) await gateway.end(agent, end);
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: onlyWait().id });
		expect(resumed?.shown(end === 'completed' ? 'Completed' : 'Not Completed')).toEqual(['agent_a', 'agent_b']);
	});

	it('never pairs an item with the input of another one', async () => {
		const flow = flowOf({ items: itemsFor('agent_a', 'agent_b', 'agent_c'), parameters, show: paired });
		const execution = await run(flow, gateway.credential);
		for (const agent of ['agent_a', 'agent_c']) await gateway.end(agent, 'completed');
		await gateway.end('agent_b', 'failed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: onlyWait().id });
		expect(resumed?.shown('Completed')).toEqual(['agent_a', expect.stringMatching(/^Error/)]);
		expect(resumed?.shown('Not Completed')).toEqual([expect.stringMatching(/^Error/)]);
	});

	it('hands out tasks that still run when the deadline has passed', async () => {
		const execution = await run(flowOf({ items: itemsFor('agent_a'), parameters, show: own }), gateway.credential);
		gateway.endWaits('timed_out');
		const { resumed } = await callBack(execution, { waitId: onlyWait().id });
		expect(resumed?.shown('Not Completed')).toEqual(['agent_a running']);
	});

	it('starts nothing when one of several agents is unknown, and names the item', async () => {
		const flow = flowOf({ items: itemsFor('agent_a', 'nobody'), parameters });
		const execution = await run(flow, gateway.credential);
		expect(execution.error?.message).toBe('The connection "main" has no agent "nobody" (item 1)');
		expect(await gateway.tasks()).toEqual([]);
	});

	it('carries on with the others when it is set to, and gives the reason by Not Completed', async () => {
		const show = '={{ $json.status }}: {{ $json.error?.title }}';
		const node = { onError: 'continueRegularOutput' as const };
		const flow = flowOf({ items: itemsFor('nobody', 'agent_a'), parameters, node, show });
		const execution = await run(flow, gateway.credential);
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: onlyWait().id });
		expect(resumed?.shown('Completed')).toEqual(['completed: ']);
		expect(resumed?.shown('Not Completed')).toEqual([
			'not_started: The connection "main" has no agent "nobody" (item 0)',
		]);
	});

	it('starts a task once when two items have the same key', async () => {
		const options = { idempotencyKey: 'nightly' };
		const flow = flowOf({ items: itemsFor('agent_a', 'agent_a'), parameters: { ...parameters, options }, show: own });
		const execution = await run(flow, gateway.credential);
		expect(await gateway.tasks()).toHaveLength(1);
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: onlyWait().id });
		expect(resumed?.shown('Completed')).toEqual(['agent_a completed', 'agent_a completed']);
	});

	it('refuses to wait as a tool of an AI agent', async () => {
		const flow = flowOf({ items: itemsFor('agent_a'), parameters, node: { type: 'agentKnowledgeTaskTool' } });
		const execution = await run(flow, gateway.credential);
		expect(execution.error?.message).toBe('An AI agent cannot wait for a task to end');
		expect(await gateway.tasks()).toEqual([]);
	});
});

describe('a callback that must not resume the execution', () => {
	const waitingExecution = () => run(flowOf({ items: itemsFor('agent_a'), parameters }), gateway.credential);

	it.each([
		['has no wait id', {}, 400],
		['names a wait of another execution', { waitId: 'wait/other' }, 410],
	])('%s', async (_case, body, status) => {
		expect(await callBack(await waitingExecution(), body)).toEqual({ status, resumed: null });
	});

	it('comes before the wait has ended', async () => {
		const execution = await waitingExecution();
		expect(await callBack(execution, { waitId: onlyWait().id })).toEqual({ status: 503, resumed: null });
	});

	it('is of a wait that a newer one has ended', async () => {
		const execution = await waitingExecution();
		gateway.endWaits('superseded');
		expect(await callBack(execution, { waitId: onlyWait().id })).toEqual({ status: 410, resumed: null });
	});

	it('comes while the credential is refused; later it resumes', async () => {
		const execution = await waitingExecution();
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const body = { waitId: onlyWait().id };
		const right = gateway.credential.data;
		gateway.credential.data = { ...right, token: 'revoked' };
		expect(await callBack(execution, body)).toEqual({ status: 503, resumed: null });
		gateway.credential.data = right;
		expect((await callBack(execution, body)).resumed?.shown('Completed')).toHaveLength(1);
	});

	it('comes while the gateway is down', async () => {
		const execution = await waitingExecution();
		const body = { waitId: onlyWait().id };
		gateway.credential.data = { ...gateway.credential.data, gatewayUrl: 'http://127.0.0.1:1' };
		expect(await callBack(execution, body)).toEqual({ status: 503, resumed: null });
	});
});
