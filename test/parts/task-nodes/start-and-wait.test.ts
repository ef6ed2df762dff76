import { callBack } from '../../support/task-nodes/callback';
import { run } from '../../support/task-nodes/engine';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { RESUME_BASE } from '../../support/nodes/additional-data';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

const own = '={{ $json.item.json.agent }} {{ $json.status }}';
const paired = '={{ $("Source").item.json.agent }}';

const gateway = useTaskGateway();
const other = useTaskGateway({ callbackHosts: ['n8n.example:5678'] });
const several = useTaskGateway({ connections: ['main', 'other'] });

describe('an operation that waits', () => {
	it('starts a task for each item and waits once for all of them', async () => {
		const execution = await run(waitingFlow(['agent_a', 'agent_b']), gateway.credential);
		expect(execution.waiting).toBe(true);
		const tasks = await gateway.tasks();
		expect(tasks.map(({ agentId }) => agentId)).toEqual(['agent_a', 'agent_b']);
		expect(gateway.waits.size).toBe(1);
		expect(gateway.onlyWait()).toMatchObject({ taskIds: tasks.map(({ id }) => id), nodeId: 'n2', runIndex: 0 });
	});

	it("calls for n8n's resume URL, with its signature, and the node's id as the end of its path", async () => {
		await run(waitingFlow(['agent_a']), gateway.credential);
		expect(gateway.onlyWait().callbackUrl).toBe(`${RESUME_BASE}/7/n2?signature=resume-token`);
	});

	it('starts nothing when the gateway may not call n8n back', async () => {
		const { error } = await run(waitingFlow(['agent_a']), other.credential);
		expect(error?.message).toBe(
			'The gateway may not call n8n back: the resume URL leads to 127.0.0.1:5678, which is not in gateway.callbackHosts',
		);
		expect(error).toMatchObject({ description: expect.stringContaining('correct WEBHOOK_URL of n8n') as string });
		expect(await other.tasks()).toEqual([]);
	});

	it('leaves the deadline to the gateway', async () => {
		const options = { stopWaitingAfter: { duration: { amount: 1.5, unit: 'minutes' } } };
		await run(waitingFlow(['agent_a'], { parameters: { options } }), gateway.credential);
		expect(gateway.onlyWait().deadlineSeconds).toBe(90);
	});

	it.each([
		[{ options: { stopWaitingAfter: { duration: { amount: 0, unit: 'hours' } } } }, '"Stop Waiting After"'],
		[{ operation: 'retrainMany', agents: 'all', options: { partialSuccess: 'yes' } }, '"Accept Partial Success"'],
		[{ simplify: 'yes' }, '"Simplify"'],
	])('starts nothing if it could not wait with %j', async (parameters, field) => {
		const { error } = await run(waitingFlow(['agent_a'], { parameters }), gateway.credential);
		expect(error?.message).toContain(field);
		expect(gateway.inputs).toEqual([]);
	});

	it('goes on by Done with the result, after the execution was stored and read again', async () => {
		const execution = await run(waitingFlow(['agent_a'], { show: own }), gateway.credential);
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { status, resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(status).toBe(200);
		expect(resumed?.shown('Done')).toEqual(['agent_a completed']);
		expect(resumed?.shown('Not Done')).toEqual([]);
	});

	it('names its execution for people by the id and the page that n8n has', async () => {
		await run(waitingFlow(['agent_a'], { show: own }), gateway.credential);
		const { flow, executionId } = gateway.onlyWait();
		expect(flow?.executionId).toMatch(/^\d+$/);
		expect(flow?.url.endsWith(`/executions/${flow.executionId}`)).toBe(true);
		// What tells executions apart at the gateway also has the instance and the start.
		expect(executionId).toContain(`:${flow?.executionId}:`);
	});

	it('splits what ended differently, one output item for each input item', async () => {
		const flow = waitingFlow(['agent_a', 'agent_b', 'agent_c'], { show: own });
		const execution = await run(flow, gateway.credential);
		for (const agent of ['agent_a', 'agent_c']) await gateway.end(agent, 'completed');
		await gateway.end('agent_b', 'failed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Done')).toEqual(['agent_a completed', 'agent_c completed']);
		expect(resumed?.shown('Not Done')).toEqual(['agent_b failed']);
	});

	it.each(['completed', 'failed'] as const)('keeps items paired when all %s', async (end) => {
		const flow = waitingFlow(['agent_a', 'agent_b'], { show: paired });
		const execution = await run(flow, gateway.credential);
		for (const agent of ['agent_a', 'agent_b']) await gateway.end(agent, end);
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown(end === 'completed' ? 'Done' : 'Not Done')).toEqual(['agent_a', 'agent_b']);
	});

	it('never pairs an item with the input of another one', async () => {
		const flow = waitingFlow(['agent_a', 'agent_b', 'agent_c'], { show: paired });
		const execution = await run(flow, gateway.credential);
		for (const agent of ['agent_a', 'agent_c']) await gateway.end(agent, 'completed');
		await gateway.end('agent_b', 'failed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Done')).toEqual(['agent_a', expect.stringMatching(/^Error/)]);
		expect(resumed?.shown('Not Done')).toEqual([expect.stringMatching(/^Error/)]);
	});

	it('hands out tasks that still run when the deadline has passed', async () => {
		const execution = await run(waitingFlow(['agent_a'], { show: own }), gateway.credential);
		gateway.endWaits('timed_out');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Not Done')).toEqual(['agent_a running']);
	});

	it('says by outcome and reason why an item leaves by Not Done, also when its task still runs or never began', async () => {
		const show = '={{ $json.outcome }}: {{ $json.reason }}';
		const node = { onError: 'continueRegularOutput' as const };
		const flow = waitingFlow(['agent_a', 'agent_b', 'nobody'], { node, show });
		const execution = await run(flow, gateway.credential);
		await gateway.end('agent_a', 'failed');
		gateway.endWaits('timed_out');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Done')).toEqual([]);
		expect(resumed?.shown('Not Done')).toEqual([
			'failed: It failed.',
			'running: The task still runs. Stop Waiting After has passed.',
			expect.stringMatching(/^not_started: Agent: "nobody" is unknown/s),
		]);
	});

	it('starts nothing when one of several agents is unknown, and names the item', async () => {
		const flow = waitingFlow(['agent_a', 'nobody']);
		const execution = await run(flow, gateway.credential);
		expect(execution.error?.message).toMatch(/^Agent: "nobody" is unknown/);
		expect(execution.error).toMatchObject({ context: { itemIndex: 1 } });
		expect(await gateway.tasks()).toEqual([]);
	});

	it('starts nothing when the gateway would refuse one of several inputs, and names the item and the field', async () => {
		const parameters = {
			resource: 'email',
			operation: 'sendAfterApproval',
			reviewers: 'lead@shop.example',
			to: '={{ Array.from({ length: $json.agent }, (_, n) => `p${n}@client.example`).join(",") }}',
			subject: 'Hello',
			content: 'A text',
			agentId: { __rl: true, mode: 'id', value: 'agent_a' },
		};
		const execution = await run(waitingFlow(['2', '11'], { parameters }), gateway.credential);
		expect(execution.error?.message).toMatch(/^To .*10/);
		expect(execution.error).toMatchObject({ context: { itemIndex: 1 } });
		expect(await gateway.tasks()).toEqual([]);
	});

	it('names the tasks that were started when a later one cannot be', async () => {
		gateway.agents.push(...Array.from({ length: 600 }, (_, index) => `agent_${index}`));
		const execution = await run(waitingFlow(['agent_a', 'nobody']), gateway.credential);
		const [task, ...others] = await gateway.tasks();
		expect(others).toEqual([]);
		const description = expect.stringContaining(`These tasks were started and continue: ${task?.id}.`) as string;
		expect(execution.error).toMatchObject({ description });
	});

	it('carries on with the others when it is set to, and gives the reason by Not Done', async () => {
		const show = '={{ $json.status }}: {{ $json.reason }}';
		const node = { onError: 'continueRegularOutput' as const };
		const flow = waitingFlow(['nobody', 'agent_a'], { node, show });
		const execution = await run(flow, gateway.credential);
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Done')).toEqual(['completed: ']);
		expect(resumed?.shown('Not Done')).toEqual([expect.stringMatching(/^not_started: Agent: "nobody" is unknown/)]);
	});

	it('starts a task once when two items have the same key', async () => {
		const options = { idempotencyKey: 'nightly' };
		const flow = waitingFlow(['agent_a', 'agent_a'], { parameters: { options }, show: own });
		const execution = await run(flow, gateway.credential);
		expect(await gateway.tasks()).toHaveLength(1);
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Done')).toEqual(['agent_a completed', 'agent_a completed']);
	});

	it('continues at once with the ID when the switch is off', async () => {
		const execution = await run(waitingFlow(['agent_a'], { parameters: { waitForEnd: false } }), gateway.credential);
		expect(execution.waiting).toBe(false);
		const [task] = await gateway.tasks();
		expect(execution.shown('Done').join()).toContain(task?.id);
		expect(gateway.waits.size).toBe(0);
	});

	it('never waits as a tool of an AI agent', async () => {
		const flow = waitingFlow(['agent_a'], { node: { type: 'agentKnowledgeTaskTool' } });
		const execution = await run(flow, gateway.credential);
		expect(execution).toMatchObject({ error: undefined, waiting: false });
		expect(await gateway.tasks()).toHaveLength(1);
	});

	it('shows the task and its page while it waits', async () => {
		const { data } = await run(waitingFlow(['agent_a']), gateway.credential);
		const [task] = await gateway.tasks();
		const page = `${gateway.url}/tasks#task=${encodeURIComponent(task?.id ?? '')}`;
		const [waiting] = data.resultData.runData['Task'] ?? [];
		expect(waiting?.data?.['main']?.[0]?.[0]?.json).toMatchObject({ id: task?.id, status: 'running', page });
		expect(waiting?.metadata).toMatchObject({ resumeUrl: page });
	});

	it('needs no connection where there is only one', async () => {
		const parameters = { connection: { __rl: true, mode: 'list', value: '' } };
		expect((await run(waitingFlow(['agent_a'], { parameters }), gateway.credential)).waiting).toBe(true);
		expect(gateway.inputs).toMatchObject([{ connection: 'main' }]);
	});

	it('names the connections where there are several and none is chosen', async () => {
		const parameters = { connection: { __rl: true, mode: 'list', value: '' } };
		const { error } = await run(waitingFlow(['agent_a'], { parameters }), several.credential);
		expect(error?.message).toBe('The field "Connection" is empty, and the gateway has several');
		expect(error).toMatchObject({ description: expect.stringContaining('main, other') as string });
		expect(await several.tasks()).toEqual([]);
	});
});

describe('Wait', () => {
	const parameters = { resource: 'task', operation: 'wait', taskId: '={{ $json.agent }}' };

	it('waits for tasks that were started elsewhere', async () => {
		await run(waitingFlow(['agent_a', 'agent_b'], { parameters: { waitForEnd: false } }), gateway.credential);
		const ids = (await gateway.tasks()).map(({ id }) => id);
		const execution = await run(waitingFlow(ids, { parameters, show: '={{ $json.agentId }}' }), gateway.credential);
		expect(execution.waiting).toBe(true);
		await gateway.end('agent_a', 'completed');
		await gateway.end('agent_b', 'failed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Done')).toEqual(['agent_a']);
		expect(resumed?.shown('Not Done')).toEqual(['agent_b']);
	});

	it('names a task that is not there', async () => {
		const { error } = await run(waitingFlow(['retrain-and-wait~none'], { parameters }), gateway.credential);
		expect(error?.message).toContain('(404)');
		expect(gateway.waits.size).toBe(0);
	});

	it('is no tool of an AI agent', async () => {
		const node = { type: 'agentKnowledgeTaskTool' };
		const { error } = await run(waitingFlow(['x'], { parameters, node }), gateway.credential);
		expect(error?.message).toBe('An AI agent cannot use the operation Wait');
	});
});
