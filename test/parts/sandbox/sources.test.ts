import { sourceWithContentSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.running.close());

const sources = '/agents/agent_support/sources';
const read = async (id: number) => sourceWithContentSchema.parse((await sandbox.call('GET', `${sources}/${id}`)).body);
const search = (query: string) => sandbox.call('GET', `/agents/agent_support/knowledge/search?query=${query}`);
const add = async (body: object) => {
	const answer = await sandbox.call('POST', sources, { body });
	expect(answer.status).toBe(201);
	return sourceWithContentSchema.pick({ id: true, status: true }).parse(answer.body);
};
const settled = (id: number) =>
	eventually(
		() => read(id),
		({ status }) => status !== 'processing',
		'a source is indexed by a job of its own',
	);

describe('sources (specification, parts 2 to 4)', () => {
	it('indexes a text, finds it, re-indexes it when it changes, and forgets it', async () => {
		const { id, status } = await add({ type: 'text', title: 'Pets', content: 'Hedgehogs are welcome.' });
		expect(status).toBe('processing');
		expect(await settled(id)).toMatchObject({ status: 'indexed', content: 'Hedgehogs are welcome.', wordCount: 3 });
		expect((await search('hedgehogs')).body).toMatchObject({ items: [{ title: 'Pets' }] });

		await sandbox.call('PATCH', `${sources}/${id}`, { body: { content: 'Parrots are welcome.' } });
		expect((await search('hedgehogs')).body).toMatchObject({ items: [] });
		expect(await settled(id)).toMatchObject({ name: 'Pets', status: 'indexed' });
		expect((await search('parrots')).body).toMatchObject({ items: [{ title: 'Pets' }] });

		expect((await sandbox.call('DELETE', `${sources}/${id}`)).status).toBe(200);
		expect((await search('parrots')).body).toMatchObject({ items: [] });
		expect((await sandbox.call('DELETE', `${sources}/${id}`)).status).toBe(404);
	});

	it('are searched as chat does: a passage that merely shares a word is not relevant', async () => {
		const { id } = await add({ type: 'text', title: 'Ferries', content: 'A ferry leaves at noon.' });
		await settled(id);

		expect((await search('when%20does%20the%20ferry%20leave')).body).toMatchObject({ items: [{ title: 'Ferries' }] });
		expect((await search('zeppelin%20ferry%20timetables')).body).toMatchObject({ items: [] });
		await sandbox.call('DELETE', `${sources}/${id}`);
	});

	it('reads a page, and says why when it cannot', async () => {
		const good = await add({ type: 'url', url: `${sandbox.running.siteUrl}/returns` });
		const gone = await add({ type: 'url', url: `${sandbox.running.siteUrl}/not-there` });

		expect(await settled(good.id)).toMatchObject({ status: 'indexed', content: null, errorMessage: null });
		expect(await settled(gone.id)).toMatchObject({
			status: 'failed',
			errorMessage: expect.stringContaining('404') as string,
		});
	});

	it('refuses to change what is not a text', async () => {
		const { id } = await add({ type: 'url', url: `${sandbox.running.siteUrl}/returns` });

		const answer = await sandbox.call('PATCH', `${sources}/${id}`, { body: { title: 'New' } });

		expect(answer.body).toMatchObject({ type: 'not_a_text_source', status: 400 });
	});

	it('refuses more than the plan holds', async () => {
		await sandbox.admin('PATCH', '/settings', { trainingDataBytes: 0 });

		const answer = await sandbox.call('POST', sources, { body: { type: 'text', content: 'Too much' } });

		expect(answer.body).toMatchObject({ type: 'training_limit_exceeded', status: 403 });
	});

	it('lets a text be renamed and shortened where nothing more fits', async () => {
		await sandbox.admin('PATCH', '/settings', { trainingDataBytes: 1_000_000 });
		const { id } = await add({ type: 'text', title: 'Full', content: 'Ten bytes.' });
		await sandbox.admin('PATCH', '/settings', { trainingDataBytes: 0 });
		const change = async (body: object) => (await sandbox.call('PATCH', `${sources}/${id}`, { body })).status;

		expect(await change({ title: 'Still full' })).toBe(200);
		expect(await change({ content: 'Ten bytes!' })).toBe(200);
		expect(await change({ content: 'Nine byte' })).toBe(200);
		expect(await change({ content: 'Ten bytes.' })).toBe(403);
	});

	it('lists the newest first, page by page', async () => {
		const agent = 'agent_sales';
		await sandbox.admin('PATCH', '/settings', { trainingDataBytes: 1_000_000 });
		await sandbox.call('POST', `/agents/${agent}/sources`, { body: { type: 'text', title: 'One', content: '1' } });
		await sandbox.call('POST', `/agents/${agent}/sources`, { body: { type: 'text', title: 'Two', content: '2' } });

		const first = await sandbox.call('GET', `/agents/${agent}/sources?limit=1`);
		const texts = await sandbox.call('GET', `/agents/${agent}/sources?type=text&offset=1`);

		expect(first.body).toMatchObject({ items: [{ name: 'Two' }], total: 3, limit: 1, offset: 0 });
		expect(texts.body).toMatchObject({ items: [{ name: 'One' }], total: 2, offset: 1 });
	});
});
