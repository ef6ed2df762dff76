import { run } from '../../support/task-nodes/engine';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

const gateway = useTaskGateway();

const startedFor = async (...agents: string[]) => {
	const execution = await run(waitingFlow(agents), gateway.credential);
	const tasks = await gateway.tasks();
	return { error: execution.error?.message, started: tasks.map(({ agentId }) => agentId) };
};

it('takes an agent that was made after the gateway listed the others', async () => {
	const { error } = await startedFor('agent_a', 'agent_new');
	expect(error).toContain('Agent: "agent_new" is unknown');
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
		error: expect.stringContaining('Agent: "nobody" is unknown') as string,
		started: ['agent_a'],
	});
});
