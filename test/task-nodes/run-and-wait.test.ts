import { AgentKnowledgeTask } from '../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import { callBack } from '../support/task-nodes/callback';
import { run } from '../support/task-nodes/engine';
import { type TaskGateway, startTaskGateway } from '../support/task-nodes/gateway';
import { RESUME_BASE } from '../support/task-nodes/n8n-instance';
import { runAndWaitFlow } from '../support/task-nodes/run-and-wait-flow';

const own = '={{ $json.item.json.agent }} {{ $json.status }}';
const paired = '={{ $("Source").item.json.agent }}';

let gateway: TaskGateway;
beforeEach(async () => {
	gateway = await startTaskGateway();
});
afterEach(() => gateway.close());

describe('Run and Wait', () => {
	it('starts a task for each item and waits once for all of them', async () => {
		const execution = await run(runAndWaitFlow(['agent_a', 'agent_b']), gateway.credential);
		expect(execution.waiting).toBe(true);
		const tasks = await gateway.tasks();
		expect(tasks.map(({ agentId }) => agentId)).toEqual(['agent_a', 'agent_b']);
		expect(gateway.waits.size).toBe(1);
		expect(gateway.onlyWait()).toMatchObject({ taskIds: tasks.map(({ id }) => id), nodeId: 'n2', runIndex: 0 });
	});

	it("calls for n8n's resume URL, with its signature, and the node's id as the end of its path", async () => {
		await run(runAndWaitFlow(['agent_a']), gateway.credential);
		expect(gateway.onlyWait().callbackUrl).toBe(`${RESUME_BASE}/7/n2?signature=resume-token`);
	});

	it('leaves the deadline to the gateway', async () => {
		const options = { stopWaitingAfterSeconds: 90 };
		await run(runAndWaitFlow(['agent_a'], { parameters: { options } }), gateway.credential);
		expect(gateway.onlyWait().deadlineSeconds).toBe(90);
	});

	it('goes on by Completed with the result, after the execution was stored and read again', async () => {
		const execution = await run(runAndWaitFlow(['agent_a'], { show: own }), gateway.credential);
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { status, resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(status).toBe(200);
		expect(resumed?.shown('Completed')).toEqual(['agent_a completed']);
		expect(resumed?.shown('Not Completed')).toEqual([]);
	});

	it('splits what ended differently, one output item for each input item', async () => {
		const flow = runAndWaitFlow(['agent_a', 'agent_b', 'agent_c'], { show: own });
		const execution = await run(flow, gateway.credential);
		for (const agent of ['agent_a', 'agent_c']) await gateway.end(agent, 'completed');
		await gateway.end('agent_b', 'failed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Completed')).toEqual(['agent_a completed', 'agent_c completed']);
		expect(resumed?.shown('Not Completed')).toEqual(['agent_b failed']);
	});

	it.each(['completed', 'failed'] as const)('keeps items paired when all %s', async (end) => {
		const flow = runAndWaitFlow(['agent_a', 'agent_b'], { show: paired });
		const execution = await run(flow, gateway.credential);
		for (const agent of ['agent_a', 'agent_b']) await gateway.end(agent, end);
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown(end === 'completed' ? 'Completed' : 'Not Completed')).toEqual(['agent_a', 'agent_b']);
	});

	it('never pairs an item with the input of another one', async () => {
		const flow = runAndWaitFlow(['agent_a', 'agent_b', 'agent_c'], { show: paired });
		const execution = await run(flow, gateway.credential);
		for (const agent of ['agent_a', 'agent_c']) await gateway.end(agent, 'completed');
		await gateway.end('agent_b', 'failed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Completed')).toEqual(['agent_a', expect.stringMatching(/^Error/)]);
		expect(resumed?.shown('Not Completed')).toEqual([expect.stringMatching(/^Error/)]);
	});

	it('hands out tasks that still run when the deadline has passed', async () => {
		const execution = await run(runAndWaitFlow(['agent_a'], { show: own }), gateway.credential);
		gateway.endWaits('timed_out');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Not Completed')).toEqual(['agent_a running']);
	});

	it('says by outcome and reason why an item leaves by Not Completed, also when its task still runs or never began', async () => {
		const show = '={{ $json.outcome }}: {{ $json.reason }}';
		const node = { onError: 'continueRegularOutput' as const };
		const flow = runAndWaitFlow(['agent_a', 'agent_b', 'nobody'], { node, show });
		const execution = await run(flow, gateway.credential);
		await gateway.end('agent_a', 'failed');
		gateway.endWaits('timed_out');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Completed')).toEqual([]);
		expect(resumed?.shown('Not Completed')).toEqual([
			'failed: It failed.',
			'running: The task still runs. Stop Waiting After has passed.',
			expect.stringMatching(/^not_started: There is no such agent.*"nobody"/s),
		]);
	});

	it('starts nothing when one of several agents is unknown, and names the item', async () => {
		const flow = runAndWaitFlow(['agent_a', 'nobody']);
		const execution = await run(flow, gateway.credential);
		const description = expect.stringMatching(/^agentId: "nobody" is unknown/m) as string;
		expect(execution.error).toMatchObject({ description, context: { itemIndex: 1 } });
		expect(await gateway.tasks()).toEqual([]);
	});

	it('starts nothing when the gateway would refuse one of several inputs, and names the item and the field', async () => {
		const parameters = {
			taskType: 'email-send-with-review',
			to: '={{ Array.from({ length: $json.agent }, (_, n) => `p${n}@client.example`).join(",") }}',
			subject: 'Hello',
			content: 'A text',
			agentId: { __rl: true, mode: 'id', value: 'agent_a' },
		};
		const execution = await run(runAndWaitFlow(['2', '11'], { parameters }), gateway.credential);
		const description = expect.stringMatching(/^to: .*10/m) as string;
		expect(execution.error).toMatchObject({ description, context: { itemIndex: 1 } });
		expect(await gateway.tasks()).toEqual([]);
	});

	it('names the tasks that were started when a later one cannot be', async () => {
		gateway.agents.push(...Array.from({ length: 600 }, (_, index) => `agent_${index}`));
		const execution = await run(runAndWaitFlow(['agent_a', 'nobody']), gateway.credential);
		const [task, ...others] = await gateway.tasks();
		expect(others).toEqual([]);
		const description = expect.stringContaining(`These tasks were started and continue: ${task?.id}.`) as string;
		expect(execution.error).toMatchObject({ description });
	});

	it('carries on with the others when it is set to, and gives the reason by Not Completed', async () => {
		const show = '={{ $json.status }}: {{ $json.error?.title }}';
		const node = { onError: 'continueRegularOutput' as const };
		const flow = runAndWaitFlow(['nobody', 'agent_a'], { node, show });
		const execution = await run(flow, gateway.credential);
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Completed')).toEqual(['completed: ']);
		expect(resumed?.shown('Not Completed')).toEqual(['not_started: There is no such agent (404)']);
	});

	it('starts a task once when two items have the same key', async () => {
		const options = { idempotencyKey: 'nightly' };
		const flow = runAndWaitFlow(['agent_a', 'agent_a'], { parameters: { options }, show: own });
		const execution = await run(flow, gateway.credential);
		expect(await gateway.tasks()).toHaveLength(1);
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		expect(resumed?.shown('Completed')).toEqual(['agent_a completed', 'agent_a completed']);
	});

	it('does not offer a sync, which never ends, and refuses one that an older flow has chosen', async () => {
		const { properties } = new AgentKnowledgeTask().description;
		const offeredFor = (operation: string) =>
			properties
				.filter(
					({ name, displayOptions }) => name === 'taskType' && displayOptions?.show?.['operation']?.includes(operation),
				)
				.flatMap(({ options = [] }) => options.flatMap((option) => ('value' in option ? [option.value] : [])));
		expect(offeredFor('start')).toContain('lead-sync');
		expect(offeredFor('runAndWait')).toContain('lead-export');
		expect(offeredFor('runAndWait')).not.toContain('lead-sync');

		const destination = { __rl: true, mode: 'name', value: 'crm' };
		const flow = runAndWaitFlow(['agent_a'], { parameters: { taskType: 'lead-sync', destination } });
		const execution = await run(flow, gateway.credential);
		expect(execution.error?.message).toBe('Lead Sync never ends, so Run and Wait cannot wait for it');
		expect(await gateway.tasks()).toEqual([]);
	});

	it('refuses to wait as a tool of an AI agent', async () => {
		const flow = runAndWaitFlow(['agent_a'], { node: { type: 'agentKnowledgeTaskTool' } });
		const execution = await run(flow, gateway.credential);
		expect(execution.error?.message).toBe('An AI agent cannot wait for a task to end');
		expect(await gateway.tasks()).toEqual([]);
	});
});
