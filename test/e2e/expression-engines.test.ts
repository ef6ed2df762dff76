import { FLOW_MS, useFlows } from './use-flows';

jest.setTimeout(FLOW_MS);

// The node recalls its wait by an expression, since a webhook has no other way to its node's context.
describe.each(['legacy', 'vm'])('with the expression engine "%s"', (engine) => {
	const flows = useFlows({ N8N_EXPRESSION_ENGINE: engine });

	it('the node recalls its wait and goes on with the result', async () => {
		const id = await flows().start('one-wait.json');
		const waiting = await flows().untilWaiting(id);
		expect(await flows().callBack(waiting.resumeUrl('task'), { waitId: 'wait/another' })).toBe(410);

		await flows().agents.finishTraining();

		const execution = await flows().untilEnded(id);
		expect(execution.output('Completed')).toMatchObject([{ agentId: 'agent_slow', status: 'completed' }]);
	});
});
