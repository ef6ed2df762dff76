import { itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT } from './matrix/sample';
import { World } from './matrix/world';

// Whether a reply is an answer: by its sources, and by what the agent has to answer from.

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(() => world.close());

const ask = async (agent: string, message: string) =>
	await world.node.run('agent', 'chat', { ...AGENT, message }, { items: itemsOf({ agent }) });

it('is false for an agent with nothing to answer from, with a warning', async () => {
	const agent = await world.agent();
	const { rows, hints } = await ask(agent, 'How long can I return something?');
	expect(rows[0]).toMatchObject({ answered: false, warning: expect.stringContaining('Agent > Retrain') as string });
	expect(hints.map(({ message }) => message).join()).toContain('has not finished a training run');
});

it('is unknown for an untrained agent with Q&A pairs, which may answer', async () => {
	const agent = await world.agent();
	await world.api('POST', `/agents/${agent}/qa-pairs`, { question: 'Do you ship to islands?', answer: 'Yes.' });
	const { rows } = await ask(agent, 'Do you ship to islands?');
	expect(rows[0]).toMatchObject({ answered: null, warning: expect.any(String) as string });
});
