import { run } from '../support/task-nodes/engine';
import { type TaskGateway, startTaskGateway } from '../support/task-nodes/gateway';
import { runAndWaitFlow } from '../support/task-nodes/run-and-wait-flow';

let gateway: TaskGateway;
beforeEach(async () => {
	gateway = await startTaskGateway();
});
afterEach(() => gateway.close());

const startedFor = async (...agents: string[]) => {
	const execution = await run(runAndWaitFlow(agents), gateway.credential);
	const tasks = await gateway.tasks();
	return { error: execution.error?.message, started: tasks.map(({ agentId }) => agentId) };
};

it('takes an agent that was made after the gateway listed the others', async () => {
	const { error } = await startedFor('agent_a', 'agent_new');
	expect(error).toBe('The connection "main" has no agent "agent_new" (item 1)');
	gateway.agents.push('agent_new');
	expect(await startedFor('agent_a', 'agent_new')).toEqual({ error: undefined, started: ['agent_a', 'agent_new'] });
});

it('takes an agent beyond those that the gateway lists', async () => {
	gateway.agents.push(...Array.from({ length: 600 }, (_, index) => `agent_${index}`));
	expect(await startedFor('agent_a', 'agent_599')).toEqual({ error: undefined, started: ['agent_a', 'agent_599'] });
});

it('leaves an unknown agent to the gateway where it cannot list all', async () => {
	gateway.agents.push(...Array.from({ length: 600 }, (_, index) => `agent_${index}`));
	expect((await startedFor('agent_a', 'nobody')).error).toContain('There is no such agent');
});
