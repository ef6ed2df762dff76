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
	return { error: describedBy(execution.error), started: tasks.map(({ agentId }) => agentId) };
};

it('takes an agent that was made after the gateway listed the others', async () => {
	const { error } = await startedFor('agent_a', 'agent_new');
	expect(error).toContain('agentId: "agent_new" is unknown');
	gateway.agents.push('agent_new');
	expect(await startedFor('agent_a', 'agent_new')).toEqual({ error: undefined, started: ['agent_a', 'agent_new'] });
});

it('takes an agent beyond those that the gateway lists', async () => {
	gateway.agents.push(...Array.from({ length: 600 }, (_, index) => `agent_${index}`));
	expect(await startedFor('agent_a', 'agent_599')).toEqual({ error: undefined, started: ['agent_a', 'agent_599'] });
});

it('leaves an unknown agent to its start where the gateway cannot list all', async () => {
	gateway.agents.push(...Array.from({ length: 600 }, (_, index) => `agent_${index}`));
	expect(await startedFor('agent_a', 'nobody')).toEqual({
		error: expect.stringContaining('agentId: "nobody" is unknown') as string,
		started: ['agent_a'],
	});
});

function describedBy(error: Error | undefined): unknown {
	return error && Reflect.get(error, 'description');
}
