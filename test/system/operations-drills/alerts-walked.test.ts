import { eventually } from '../../support/time/eventually';
import { ask, linkOf } from '../../support/gateway/ask';
import { query } from '../../support/postgresql/start-cluster';
import { useCluster } from '../../support/postgresql/use-cluster';
import { figure, readMetrics } from '../../support/site/read-metrics';
import { Site } from '../../support/site/start-site';

const cluster = useCluster();
let database: string;
let site: Site;

beforeAll(async () => {
	database = await cluster().database('crm');
	site = await Site.start({ destinations: { crm: { type: 'postgresql', url: database } } });
});

afterAll(() => site.stop());

const textOf = async (link: string) => (await ask(site, { path: link })).text;
const untilSaid = (link: string, what: RegExp) =>
	eventually(
		() => textOf(link),
		(seen) => what.test(seen),
		`${link} with ${what.source}`,
	);

test('DestinationDown: a sync whose database is away says so, holds its place, and goes on once it is back', async () => {
	const { id: agentId } = await site.admin.createAgent({ name: 'Synced', website: site.sandbox.siteUrl });
	const capture = (name: string) => site.admin.captureLead(agentId, { name, email: `${name}@client.example` });
	const emails = async () => query(database, 'SELECT email FROM leads ORDER BY lead_id');
	const holds = async (by: string) =>
		figure(await readMetrics(site.operationsUrl), 'agent_knowledge_sync_holds_total', { destination: 'crm', by });
	await capture('ada');
	const body = { version: 1, connection: 'main', agentId, destination: 'crm', intervalSeconds: 10 };
	const link = linkOf(await ask(site, { method: 'POST', path: '/v1/tasks/lead-sync', key: 'down', body }));
	const syncNow = (key: string) => ask(site, { method: 'POST', path: `${link}/actions/sync-now`, key, body: {} });
	await untilSaid(link, /"itemsDone":1\b/);
	expect(await holds('destination')).toBe(0);

	await cluster().kill();
	await capture('bob');
	await syncNow('while it is down');
	await untilSaid(link, /crm .*cannot take leads: the worker could not reach it \(ECONNREFUSED\)/);
	await eventually(
		() => holds('destination'),
		(seen) => seen > 0,
		'the figure',
	);
	expect(await holds('service')).toBe(0);

	await cluster().start();
	expect((await syncNow('back')).status).toBeLessThan(300);
	await untilSaid(link, /"itemsDone":2\b/);
	expect(await emails()).toEqual([{ email: 'ada@client.example' }, { email: 'bob@client.example' }]);
	await ask(site, { method: 'POST', path: `${link}/cancel` });
});
