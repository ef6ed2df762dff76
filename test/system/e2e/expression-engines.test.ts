import { useFlows } from './use-flows';

/** The older of n8n's two engines; every other file here runs on the newer one, `vm`. */
const flows = useFlows({ env: () => ({ N8N_EXPRESSION_ENGINE: 'legacy' }) });

// The node recalls its wait by an expression, since a webhook has no other way to its node's context.
it('recalls a wait with the legacy expression engine too', async () => {
	const id = await flows().start('one-wait.json');
	const waiting = await flows().untilWaiting(id);
	expect(await flows().callBack(waiting.resumeUrl('task'), { waitId: 'wait/another' })).toBe(410);

	await flows().agents.finishTraining();

	const execution = await flows().untilEnded(id);
	expect(execution.output('Done')).toMatchObject([{ agentId: 'agent_slow', status: 'completed' }]);
});
