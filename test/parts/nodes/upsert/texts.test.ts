import { eventually } from '../../../support/time/eventually';
import { AlteringProxy } from '../../../support/nodes/altering-proxy';
import { World } from '../matrix/world';
import { Upsert } from './rows';

// Rows become text sources. The list shows no content, so a text that exists costs a read.

let world: World;
let proxy: AlteringProxy;
beforeAll(async () => {
	world = await World.start();
	proxy = await AlteringProxy.start(world.node.sandbox.apiUrl);
});
afterEach(async () => {
	proxy.reset();
	await world.node.admin.clearFaults();
});
afterAll(async () => {
	await proxy.close();
	await world.close();
});

const upsertOf = async () => new Upsert(world, 'source', await world.agent());
const texts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ title: `Page ${index}`, content: `This is page ${index}.` }));
const HOURS = { title: 'Hours', content: 'We open at nine.' };

async function untilIndexed({ path }: Upsert): Promise<void> {
	await eventually(
		async () => (await world.api('GET', `${path}?type=text`)) as { items: Array<{ status: string }> },
		({ items }) => items.every(({ status }) => status === 'indexed'),
		'The texts',
	);
}

it('thirty texts stay thirty: a second run writes nothing, and three changes take three writes', async () => {
	const upsert = await upsertOf();
	const rows = texts(30);
	const first = await upsert.counted(rows);
	expect(first.error).toBeUndefined();
	expect(first).toMatchObject({ lists: 1, details: 0, creates: 30, updates: 0 });
	expect(new Set(first.outcomes)).toEqual(new Set(['created']));
	await untilIndexed(upsert);

	const second = await upsert.counted(rows);
	expect(second).toMatchObject({ lists: 1, details: 30, creates: 0, updates: 0 });
	expect(new Set(second.outcomes)).toEqual(new Set(['unchanged']));
	expect(second.rows[3]).toMatchObject({ name: 'Page 3', status: 'indexed' });

	const changed = rows.map((row, index) => (index % 10 === 4 ? { ...row, content: `Now ${index}.` } : row));
	const third = await upsert.counted(changed);
	expect(third).toMatchObject({ lists: 1, creates: 0, updates: 3 });
	expect(third.rows[4]).toMatchObject({ name: 'Page 4', outcome: 'updated' });
	expect(await world.total(`${upsert.path}?type=text`)).toBe(30);
});

it('a text that is still being stored is read again until it shows its content', async () => {
	const upsert = await upsertOf();
	await upsert.run([HOURS]);
	await untilIndexed(upsert);
	const storing = (original: unknown) => ({ ...(original as object), status: 'processing', content: null });
	proxy.alter('GET', /sources\/\d+$/, { body: storing });
	const { outcomes, ...counted } = await upsert.counted([HOURS], { baseUrl: proxy.url });
	expect(outcomes).toEqual(['unchanged']);
	expect(counted).toMatchObject({ details: 2, updates: 0 });
});

it('texts that never show their content share one wait, and are written', async () => {
	const upsert = await upsertOf();
	const rows = texts(4);
	await upsert.run(rows);
	await untilIndexed(upsert);
	const storing = (original: unknown) => ({ ...(original as object), status: 'processing', content: null });
	proxy.alter('GET', /sources\/\d+$/, { body: storing }, 99);
	const { outcomes, ...counted } = await upsert.counted(rows, { baseUrl: proxy.url });
	expect(new Set(outcomes)).toEqual(new Set(['updated']));
	expect(counted).toMatchObject({ details: 4 + 3, updates: 4 });
});

it('a text whose content the service does not show is written', async () => {
	const upsert = await upsertOf();
	await upsert.run([HOURS]);
	await untilIndexed(upsert);
	proxy.alter('GET', /sources\/\d+$/, { body: (original) => ({ ...(original as object), content: null }) });
	const { outcomes, ...counted } = await upsert.counted([HOURS], { baseUrl: proxy.url });
	expect(outcomes).toEqual(['updated']);
	expect(counted).toMatchObject({ details: 1, updates: 1 });
});

it('a text that could not be indexed says so, though its content is right', async () => {
	const upsert = await upsertOf();
	await upsert.run([HOURS]);
	await untilIndexed(upsert);
	const failed = (original: unknown) => {
		const { items, ...envelope } = original as { items: object[] };
		return { ...envelope, items: items.map((item) => ({ ...item, status: 'failed', errorMessage: 'It is empty.' })) };
	};
	proxy.alter('GET', /sources\?/, { body: failed }, 9);
	const { rows, hints } = await upsert.run([HOURS], { baseUrl: proxy.url });
	expect(rows).toMatchObject([
		{ outcome: 'unchanged', warning: expect.stringContaining('could not index this text: It is empty.') as string },
	]);
	expect(hints).toHaveLength(1);
});

it('a title finds its text in spite of blanks and capitals, and no file or page of that name', async () => {
	const upsert = await upsertOf();
	await upsert.run([HOURS]);
	await untilIndexed(upsert);
	const { outcomes, creates } = await upsert.counted([{ title: ' HOURS ', content: ' We open at nine.\r\n' }]);
	expect({ outcomes, creates }).toEqual({ outcomes: ['updated'], creates: 0 });
	const page = `${world.node.sandbox.siteUrl}/about`;
	await world.api('POST', upsert.path, { type: 'url', url: page });
	expect((await upsert.counted([{ title: page, content: 'About us.' }])).outcomes).toEqual(['created']);
});

it.each([
	['', 'We open.', 'The field "Title" is empty'],
	['Hours', '', 'The field "Content" is empty'],
	['Hours', 'x'.repeat(1_048_577), 'The field "Content" is too long'],
])('a row with the title "%s" and a wrong text is refused before anything is sent', async (title, content, message) => {
	const upsert = await upsertOf();
	const { error, ...counted } = await upsert.counted([
		{ title: 'Other', content: 'Text' },
		{ title, content },
	]);
	expect(error).toMatchObject({ message, context: { itemIndex: 1 } });
	expect(counted).toMatchObject({ lists: 0, creates: 0 });
});

it('two rows with one title, and two texts with one title, are named and not written', async () => {
	const upsert = await upsertOf();
	const rows = await upsert.counted([HOURS, { ...HOURS, title: 'hours' }]);
	expect(rows.error?.message).toBe('2 items have the title "Hours"');
	expect(rows.creates).toBe(0);
	for (const content of ['One.', 'Two.'])
		await world.api('POST', upsert.path, { type: 'text', title: 'Hours', content });
	const listed = await upsert.counted([HOURS]);
	expect(listed.error?.message).toBe('The agent has 2 texts with the title "Hours"');
	expect(listed).toMatchObject({ details: 0, creates: 0, updates: 0 });
});

it.each(['lost-after', 'lost-before'] as const)(
	'a creation whose response is lost (%s) leaves one text',
	async (kind) => {
		const upsert = await upsertOf();
		await world.node.admin.addFault('POST', upsert.path, { kind });
		expect((await upsert.run([HOURS])).rows).toMatchObject([{ outcome: 'created', audit: { answerLost: true } }]);
		expect(await world.total(`${upsert.path}?type=text`)).toBe(1);
	},
);

it('a training run that refuses new texts is named, and what exists is compared all the same', async () => {
	const id = world.name('slow');
	await world.node.admin.createAgent({ id, name: id, website: `${world.node.sandbox.siteUrl}/`, pageSeconds: 80_000 });
	const upsert = new Upsert(world, 'source', id);
	await upsert.run([HOURS]);
	await untilIndexed(upsert);
	await world.api('POST', `/agents/${id}/retrain`);
	const { rows } = await upsert.run([HOURS, { title: 'New', content: 'Text' }], { onError: 'continueRegularOutput' });
	expect(rows).toMatchObject([
		{ outcome: 'unchanged' },
		{ message: expect.stringContaining('active since') as string },
	]);
});
