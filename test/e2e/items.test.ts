import { FLOW_MS, useFlows } from './use-flows';

jest.setTimeout(FLOW_MS);

const flows = useFlows();

it('sends two items by Completed and the one that failed by Not Completed, each with its own input', async () => {
	const execution = await flows().untilEnded(await flows().start('three-items.json'));

	expect(execution.status).toBe('success');
	expect(execution.output('Completed')).toEqual([
		{ own: 'agent_quick', status: 'completed' },
		{ own: 'agent_quick_too', status: 'completed' },
	]);
	expect(execution.output('Not Completed')).toEqual([{ own: 'agent_unreachable', status: 'failed' }]);
});

it("never lets $('Node').item name the input of another item", async () => {
	const execution = await flows().untilEnded(await flows().start('three-items.json'));

	const behind = [...execution.output('Completed Paired'), ...execution.output('Not Completed Paired')];
	expect(behind).toHaveLength(3);
	// Either it is the item's own input, or n8n said that it cannot tell and there is none.
	for (const { own, paired } of behind) expect([own, null, undefined]).toContain(paired);
});

it('sends all items by Not Completed when all failed, and none by the error output', async () => {
	const execution = await flows().untilEnded(await flows().start('all-fail.json'));

	expect(execution.status).toBe('success');
	expect(execution.output('Not Completed')).toMatchObject([
		{ status: 'failed', item: { json: { agent: 'agent_unreachable' } } },
		{ status: 'not_started', item: { json: { agent: 'agent_unknown' } } },
		{ status: 'failed', item: { json: { agent: 'agent_unreachable_too' } } },
	]);
	expect([execution.runs('Completed'), execution.runs('Error')]).toEqual([0, 0]);
});
