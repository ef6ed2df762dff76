import { z } from 'zod';
import { createClient } from '../../../api';
import { activateFlow, startFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { askGateway } from './ask-gateway';
import { pictureOfExecution } from './example-picture';
import { SitemapServer } from './sitemap-server';
import { StandIn } from './stand-in';
import { stepThrough } from './step-through';
import { untilSubscribed } from './subscriptions';
import { useFlows } from './use-flows';

const schedulesSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })) });
const flowSchema = z.looseObject({ nodes: z.array(z.looseObject({ name: z.string(), parameters: z.unknown() })) });

const flows = useFlows();
const browser = useBrowser();
const ask = (method: string, path: string, body?: object) => askGateway(flows().running.stack, method, path, body);
beforeEach(() => flows().agents.finishTraining());

describe('nightly-retrain-digest.json', () => {
	const FILE = 'nightly-retrain-digest.json';

	it('sets one schedule, however often it is run', async () => {
		const { n8n } = flows().running;
		const id = await n8n.importExample(FILE);
		for (let run = 0; run < 2; run++) {
			const execution = await flows().untilEnded(await startFlow(n8n.client, id, 'Start by Hand'));
			expect(execution.output('Retrain Every Night')).toMatchObject([{ id: 'nightly-retrain', cron: ['0 4 * * *'] }]);
		}
		const listed = await eventually(
			async () => {
				const { items } = schedulesSchema.parse(await ask('GET', '/v1/schedules'));
				return items.length > 0 ? items : null;
			},
			isThere,
			'The schedule',
		);
		expect(listed.map(({ id: name }) => name)).toEqual(['nightly-retrain']);
	});

	it('tells the chat in the morning which agents were not retrained, and why', async () => {
		const { n8n, stack } = flows().running;
		const standIn = await StandIn.import(n8n);
		const id = await n8n.importExample(FILE);
		await activateFlow(n8n.client, id);
		await untilSubscribed(stack, 1);

		await ask('POST', '/v1/schedules/nightly-retrain/run-now');
		const [said] = await eventually(
			() => standIn.messages(),
			(messages) => messages.length > 0,
			'The digest in the chat',
			{ everyMs: 1_000 },
		);
		const [digest, retrained, title, ...more] = String(said?.['text']).split('\n');
		expect(digest).toMatch(/^\d of \d agents were retrained, 2 failed\. Sources: \d changed\.$/);
		expect(retrained).toMatch(/^Retrained: .*Support/);
		expect(title).toBe('Not retrained:');
		expect(more.sort()).toEqual([
			expect.stringContaining(`${stack.gateway.url}/tasks#task=`),
			expect.stringMatching(/^• agent_unreachable: \S.+/),
			expect.stringMatching(/^• agent_unreachable_too: \S.+/),
		]);

		const [published] = await flows().executionsOf(id);
		const whole = await flows().untilEnded(published?.id ?? '');
		await stepThrough(flows(), id, {
			whole,
			trigger: 'On Digest',
			nodes: ['Where to Send', 'Get the Result', 'Get Agents', 'Name the Agents', 'Notify the Chat'],
		});
		expect((await standIn.messages()).map(({ text }) => text)).toEqual([said?.['text'], said?.['text']]);
		const file = 'example-nightly-retrain-digest.png';
		await pictureOfExecution(browser(), n8n, { workflowId: id, executionId: whole.id, file });
	});

	it('shows the sample of the editor in the chat too', async () => {
		const { n8n } = flows().running;
		const standIn = await StandIn.import(n8n);
		const before = (await standIn.messages()).length;
		const id = await n8n.importExample(FILE);
		const workflowData = await n8n.client.request('GET', `/rest/workflows/${id}`);
		const body = { workflowData, triggerToStartFrom: { name: 'On Digest' } };
		expect(await n8n.client.request('POST', `/rest/workflows/${id}/run`, body)).toEqual({ waitingForWebhook: true });
		const [sample] = await eventually(
			() => standIn.messages(),
			(messages) => messages.length > before,
			'The sample in the chat',
		);
		expect(sample?.['text']).toMatch(/^4 of 5 agents were retrained, 1 failed\.\nhttp/);
		await n8n.client.request('POST', `/rest/workflows/${id}/deactivate`);
	});
});

describe('sitemap-pages.json', () => {
	const FILE = 'sitemap-pages.json';

	it("adds the pages of the agent's own sitemap, and steps from node to node", async () => {
		const { n8n } = flows().running;
		const standIn = await StandIn.import(n8n);
		const id = await n8n.importExample(FILE);
		const whole = await run(id);
		const [listed] = whole.output('All Pages').map(({ loc }) => z.array(z.unknown()).parse(loc).length);
		expect(listed).toBeGreaterThan(10);
		expect(await sumOfPages(standIn)).toBe(listed);
		expect((await pages()).every(([, status]) => status === 'indexed')).toBe(true);

		await stepThrough(flows(), id, {
			whole,
			trigger: 'Every Monday',
			nodes: [
				...['Get Agent', 'Where Things Are', 'Read Sitemap', 'As JSON', 'What Is It?', 'Pages', 'All Pages'],
				...['Batches of 500', 'Each Batch', 'Add Pages', 'List What Failed', 'Notify the Chat', 'Retrain'],
			],
		});
		expect((await standIn.messages())[0]).toEqual({ text: `Pages added: 0. Already there: ${listed}.` });
	});

	it('adds the pages of an index of sitemaps, tells the failures, and retrains', async () => {
		const { n8n, stack } = flows().running;
		const standIn = await StandIn.import(n8n);
		const before = (await standIn.messages()).length;
		const { siteUrl } = stack.sandbox;
		const server = await SitemapServer.start({
			'/shop.xml': [`${siteUrl}/repairs`, `${siteUrl}/delivery`, `${siteUrl}/no-such-page`],
			'/rest.xml': [`${siteUrl}/repairs`, `${siteUrl}/staff/rota`],
		});
		try {
			const id = await n8n.importExample(FILE);
			await setSitemap(id, `${server.url}/sitemap.xml`);
			const retrains = { method: 'POST', path: '/agents/agent_support/retrain' };
			const admin = new SandboxAdmin(stack.sandbox);
			const earlier = (await admin.requests(retrains)).length;

			const first = await run(id);
			expect((await standIn.messages()).slice(0, -before || undefined).map(({ text }) => text)).toEqual([
				expect.stringMatching(
					/^Pages added: 1\. Already there: 1\.\n• \S+\/no-such-page could not be read: .+\n• \S+\/staff\/rota could not be read: .+$/,
				),
			]);
			const notAdded = [
				['/no-such-page', 'failed'],
				['/staff/rota', 'failed'],
			];
			// The retrain has read the redirect again by then.
			const after = await pages();
			expect(after).toEqual(expect.arrayContaining(notAdded));
			expect(after.map(([path]) => path)).toContain('/delivery');
			expect((await admin.requests(retrains)).slice(earlier).map(({ status }) => status)).toEqual([202]);
			const file = 'example-sitemap-pages.png';
			await pictureOfExecution(browser(), n8n, { workflowId: id, executionId: first.id, file });
		} finally {
			await server.stop();
		}
	});
});

/** Sets the address in Where Things Are, as a builder does. */
async function setSitemap(id: string, url: string): Promise<void> {
	const { client } = flows().running.n8n;
	const { nodes } = flowSchema.parse(await client.request('GET', `/rest/workflows/${id}`));
	const assignments = [
		{ id: 'sitemapUrl', name: 'sitemapUrl', type: 'string', value: url },
		{ id: 'chatUrl', name: 'chatUrl', type: 'string', value: `${client.url}/webhook/stand-in-chat` },
	];
	const parameters = { mode: 'manual', assignments: { assignments }, options: {} };
	const changed = nodes.map((node) => (node.name === 'Where Things Are' ? { ...node, parameters } : node));
	await client.request('PATCH', `/rest/workflows/${id}`, { nodes: changed });
}

async function run(id: string) {
	const { client } = flows().running.n8n;
	const execution = await flows().untilEnded(await startFlow(client, id, 'Every Monday'));
	expect(execution.status).toBe('success');
	return execution;
}

/** The pages that the newest message counts. */
async function sumOfPages(standIn: StandIn): Promise<number> {
	const [message] = await standIn.messages();
	const counts = /^Pages added: (\d+)\. Already there: (\d+)\.$/.exec(String(message?.['text'])) ?? [];
	return Number(counts[1]) + Number(counts[2]);
}

async function pages(): Promise<Array<[path: string, status: string]>> {
	const { apiUrl: baseUrl, apiKey } = flows().running.stack.sandbox;
	const params = { id: 'agent_support' };
	const { items } = await createClient({ baseUrl, apiKey }).call('listSources', { params, query: { type: 'url' } });
	return items.map(({ name, status }) => [new URL(name).pathname, status]);
}
