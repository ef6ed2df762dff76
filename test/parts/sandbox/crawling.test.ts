import { runOf, searchResultSchema, trainingStatusSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

describe('the crawler', () => {
	let sandbox: TestSandbox;
	beforeAll(async () => {
		// Nothing listens on port 4; it may be tried all the same.
		sandbox = await TestSandbox.start({ crawlLocalHosts: ['127.0.0.1:4'] });
	});
	afterAll(() => sandbox.running.close());

	const train = async (agent: string) => {
		await sandbox.call('POST', `/agents/${agent}/retrain`);
		const status = async () =>
			trainingStatusSchema.parse((await sandbox.call('GET', `/agents/${agent}/training-status`)).body);
		return eventually(status, ({ training }) => !training, 'training is a job of its own');
	};
	const search = async (query: string) => {
		const path = `/agents/agent_support/knowledge/search?query=${encodeURIComponent(query)}`;
		return searchResultSchema.parse((await sandbox.call('GET', path)).body).items;
	};

	it('follows links and the sitemap, and leaves out what asks to be left out', async () => {
		const run = runOf(await train('agent_support'));
		// 14 pages, of which one asks not to be indexed, and a link to nothing.
		expect(run).toMatchObject({ pagesCompleted: 13, pagesFailed: 1, pagesTotal: 14 });
		const [wholesale] = await search('wholesale discount');
		expect(wholesale?.url).toBe(`${sandbox.running.siteUrl}/wholesale`);
		expect(await search('rota')).toEqual([]);
		expect(await search('engines')).toEqual([]);
	});

	it('takes any string as a query', async () => {
		for (const query of ['"', 'a AND (', 'title:x*', "'; DROP TABLE passages; --", '🙂', 'NEAR(a b, 1)']) {
			expect(await search(query)).toBeInstanceOf(Array);
		}
		expect(await search('wholesale')).toHaveLength(1);
	});

	it('says why a website cannot be reached', async () => {
		await sandbox.admin('POST', '/agents', { id: 'nowhere', name: 'Nowhere', website: 'http://127.0.0.1:4/' });
		const status = await train('nowhere');
		expect(status).toMatchObject({ agentStatus: 'untrained', canChat: false });
		expect(runOf(status)).toMatchObject({ phase: 'failed', pagesFailed: 1 });
		expect(runOf(status)?.error).toContain('the connection was refused');
	});

	it.each([
		'http://localhost/',
		'http://127.0.0.1:9999/',
		'http://2130706433/',
		'http://0177.0.0.1/',
		'http://0x7f.1/',
		'http://10.0.0.1/',
		'http://169.254.169.254/latest',
		'http://[::1]/',
		'http://[::ffff:10.0.0.1]/',
		'http://[fd00::1]/',
		'http://intranet/',
		'http://printer.local/',
		'http://name:word@example.com/',
		'ftp://example.com/',
	])('refuses %s as a source', async (url) => {
		const refused = await sandbox.call('POST', '/agents/agent_sales/sources', { body: { type: 'url', url } });
		expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'url' }] } });
	});
});
