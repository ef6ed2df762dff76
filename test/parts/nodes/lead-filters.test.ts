import { itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT } from './matrix/sample';
import { World } from './matrix/world';

// Filters that the service does not have: the node reads the leads, and says what that cost.

let world: World;
let agent: string;
beforeAll(async () => {
	world = await World.start();
	agent = await world.agent();
	const places = [
		{ country: 'Norway', countryCode: 'NO' },
		{ country: 'Sweden', countryCode: 'SE' },
	];
	await world.each(120, (index) =>
		world.add(agent, 'leads', {
			name: `Person ${index}`,
			email: `person-${index}@client.example`,
			...places[index % 2],
			fields: { company: index % 10 === 0 ? 'Harbour & Pine' : 'Other', name: 'Field' },
		}),
	);
});
afterAll(() => world.close());

const run = async (fields: object) =>
	await world.node.run('lead', 'getAll', { ...AGENT, ...fields }, { items: itemsOf({ agent }) });

it.each(['NO', 'norway'])('keeps leads of the country %s, and tells the number of requests', async (country) => {
	const { rows, hints } = await run({ returnAll: true, filters: { country } });
	expect(rows).toHaveLength(60);
	expect(hints.map(({ message }) => message).join()).toMatch(/60 of 120 leads match .* with [23] requests\./);
});

it('keeps leads by a form field, and stops at the limit', async () => {
	const formField = { field: { name: 'Company', value: 'harbour & pine' } };
	expect((await run({ returnAll: true, filters: { formField } })).rows).toHaveLength(12);
	expect((await run({ limit: 3, filters: { formField } })).rows).toHaveLength(3);
	const both = await run({ returnAll: true, filters: { formField, country: 'SE' } });
	expect(both.rows).toHaveLength(0);
});

it('leaves colleagues out', async () => {
	const excludeEmails = '@other.example, person-1';
	const { rows } = await run({ returnAll: true, filters: { excludeEmails } });
	// person-1, person-10 to person-19, and person-100 to person-119.
	expect(rows).toHaveLength(120 - 31);
});

it('puts form fields at the top of the item, beside those of the lead', async () => {
	const { rows } = await run({ limit: 1, flattenFields: true });
	expect(rows[0]).toMatchObject({ company: expect.any(String) as string, form_name: 'Field' });
	expect(rows[0]).not.toHaveProperty('fields');
	expect(rows[0]?.['name']).toMatch(/^Person/);
});

it('takes several countries, and a name with a comma', async () => {
	expect((await run({ returnAll: true, filters: { country: 'NO, Sweden' } })).rows).toHaveLength(120);
	await world.add(agent, 'leads', { name: 'Kim', email: 'kim@korea.example', country: 'Korea, Republic of' });
	expect((await run({ returnAll: true, filters: { country: 'Korea, Republic of' } })).rows).toHaveLength(1);
});
