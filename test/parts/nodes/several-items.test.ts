import { itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT } from './matrix/sample';
import { World } from './matrix/world';

// Reads of different items are made several at once; nobody may see that but by the clock.

let world: World;
let agent: string;
let leads: Array<string | number>;
beforeAll(async () => {
	world = await World.start();
	agent = await world.agent();
	leads = await world.each(12, (index) =>
		world.add(agent, 'leads', { name: `Lead ${index}`, email: `lead-${index}@person.example` }),
	);
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

const path = () => `/agents/${agent}/leads/{leadId}`;
const get = (options = {}) => {
	const items = itemsOf(...leads.map((lead) => ({ agent, lead })));
	return world.node.run('lead', 'get', { ...AGENT, leadId: '={{ $json.lead }}' }, { items, ...options });
};

it('gives the items of twelve reads in their order, each paired, though the first answer is the last to come', async () => {
	await world.node.admin.addFault('GET', `/agents/${agent}/leads/${leads[0] ?? ''}`, { kind: 'delay', delayMs: 500 });
	const { rows, outputs } = await get();
	expect(rows.map(({ id }) => id)).toEqual(leads);
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(leads.map((_, item) => ({ item })));
});

it('fails with the first item that failed, and asks for no more than was under way', async () => {
	const before = await world.node.count('GET', path());
	await world.node.admin.addFault('GET', path(), { kind: 'status', status: 400 }, 12);
	const { error } = await get();
	expect(error?.context).toMatchObject({ itemIndex: 0 });
	expect((await world.node.count('GET', path())) - before).toBeLessThanOrEqual(5);
});

it('continues after each failing item if so configured', async () => {
	await world.node.admin.addFault('GET', `/agents/${agent}/leads/${leads[3] ?? ''}`, { kind: 'status', status: 400 });
	const { rows } = await get({ onError: 'continueRegularOutput' });
	expect(rows.map(({ id }) => id)).toEqual(leads.map((id, index) => (index === 3 ? undefined : id)));
	expect(rows[3]).toMatchObject({ details: { status: 400 } });
});

it('gives each item its error where the node has no such operation, as in a flow of a newer version', async () => {
	const items = itemsOf({ agent }, { agent });
	const { rows } = await world.node.run('lead', 'fetch', AGENT, { items, onError: 'continueRegularOutput' });
	const error = 'This version of the node has no operation "fetch" of "lead"';
	expect(rows).toMatchObject([{ error }, { error }]);
});

it('waits for the rate limit with all that are under way', async () => {
	await world.node.admin.addFault('GET', path(), { kind: 'status', status: 429, retryAfter: 0 }, 7);
	const { rows, error } = await get();
	expect(error).toBeUndefined();
	expect(rows.map(({ id }) => id)).toEqual(leads);
});

it('writes for one item after the other', async () => {
	const items = itemsOf(...leads.map((lead) => ({ agent, lead })));
	const answers: string[] = [];
	const fields = { ...AGENT, question: '=Question {{ $json.lead }}?', answer: 'Yes.' };
	await world.node.run('qaPair', 'create', fields, {
		items,
		onRequest: ({ method, body }) => {
			if (method === 'POST') answers.push(String(Reflect.get(Object(body), 'question')));
		},
	});
	expect(answers).toEqual(leads.map((lead) => `Question ${lead}?`));
});
