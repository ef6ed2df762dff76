/** The examples that keep what an agent knows in step with a table, a folder and a sitemap. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createClient } from '../../../api';
import { importFlow, startFlow } from '../../../scripts/n8n/workflows.mjs';
import { useBrowser } from '../../support/browser/use-browser';
import type { Execution } from '../../support/stack/execution';
import { pictureOfExecution } from './example-picture';
import { SitemapServer } from './sitemap-server';
import { StandIn } from './stand-in';
import { useFlows } from './use-flows';

const AGENT = { id: 'agent_support' };
const flowSchema = z.looseObject({ nodes: z.array(z.looseObject({ name: z.string(), parameters: z.unknown() })) });

const flows = useFlows();
const browser = useBrowser();
const api = () => {
	const { apiUrl: baseUrl, apiKey } = flows().running.stack.sandbox;
	return createClient({ baseUrl, apiKey });
};
beforeEach(() => flows().agents.finishTraining());

async function run(id: string): Promise<Execution> {
	const execution = await flows().untilEnded(await startFlow(flows().running.n8n.client, id, 'Every Night'));
	expect(execution.status).toBe('success');
	return execution;
}

async function picture(workflowId: string, executionId: string, file: string): Promise<void> {
	await pictureOfExecution(browser(), flows().running.n8n, { workflowId, executionId, file });
}

it('questions-from-a-table.json makes the rows of a data table pairs, once', async () => {
	const { n8n } = flows().running;
	const standIn = await StandIn.import(n8n);
	const id = await n8n.importExample('questions-from-a-table.json');
	// The first run makes the table.
	expect((await run(id)).runs('Keep in Step')).toBe(0);
	const pairs = [
		{ question: 'Do you rent out bicycles?', answer: 'Yes, from May on.', enabled: true },
		{ question: 'Are dogs allowed?', answer: 'On a leash.', enabled: false },
	];
	await intoTable([...pairs, { question: 'Who?', answer: '', enabled: true }]);

	const first = await run(id);
	expect(first.output('Keep in Step', 1)).toMatchObject([
		{ outcome: 'partly_failed', added: 2, notInStep: 1 },
		{ outcome: 'refused', name: 'Who?' },
	]);
	const [said] = await standIn.messages();
	expect(said?.['text']).toMatch(/\n• Who\?: Answer /);
	const { items } = await api().call('listQaPairs', { params: AGENT, query: { limit: 100 } });
	expect(items).toEqual(expect.arrayContaining(pairs.map((pair) => expect.objectContaining(pair) as object)));

	const again = await run(id);
	expect(again.output('Keep in Step', 1)[0]).toMatchObject({ added: 0, unchanged: 2 });
	await picture(id, first.id, 'example-questions-from-a-table.png');
});

it('folder-in-step.json adds, replaces and deletes the files of a folder', async () => {
	const { n8n } = flows().running;
	const folder = join(n8n.filesFolder, 'handbook');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'opening-hours.md'), '# Opening hours\n\nThe museum opens at nine.\n');
	await writeFile(join(folder, 'parking.md'), '# Parking\n\nBehind the house.\n');
	const id = await n8n.importExample('folder-in-step.json');
	const first = await run(id);
	expect(first.output('Keep in Step')[0]).toMatchObject({ outcome: 'completed', added: 2 });

	await writeFile(join(folder, 'opening-hours.md'), '# Opening hours\n\nThe museum opens at ten.\n');
	await rm(join(folder, 'parking.md'));
	const second = await run(id);
	expect(second.output('Keep in Step')[0]).toMatchObject({ outcome: 'completed', added: 0, changed: 1, deleted: 1 });
	const { items } = await api().call('listSources', { params: AGENT, query: { type: 'file' } });
	expect(items.map(({ name }) => name)).toEqual(['opening-hours.md']);
	await picture(id, second.id, 'example-folder-in-step.png');
});

it('sitemap-in-step.json adds the pages of an index of sitemaps, and deletes those that are gone', async () => {
	const { n8n, stack } = flows().running;
	const { siteUrl } = stack.sandbox;
	const id = await n8n.importExample('sitemap-in-step.json');
	const once = async (pages: string[]) => {
		const urls = pages.map((page) => `${siteUrl}${page}`);
		const server = await SitemapServer.start({ '/one.xml': urls, '/two.xml': urls.slice(0, 1) });
		try {
			await setSitemap(id, `${server.url}/sitemap.xml`);
			return await run(id);
		} finally {
			await server.stop();
		}
	};
	const first = await once(['/?set=1', '/?set=2']);
	expect(first.output('Keep in Step')[0]).toMatchObject({ outcome: 'completed', added: 2 });
	const second = await once(['/?set=2', '/?set=3']);
	expect(second.output('Keep in Step')[0]).toMatchObject({ outcome: 'completed', added: 1, deleted: 1, unchanged: 1 });
	await picture(id, second.id, 'example-sitemap-in-step.png');
});

/** Puts rows into the data table, as a person does. */
async function intoTable(rows: object[]): Promise<void> {
	const { client } = flows().running.n8n;
	const place = { typeVersion: 1, position: [0, 0] };
	const nodes = [
		{ ...place, id: 's', name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		{
			...place,
			id: 'i',
			name: 'Items',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
		},
		{
			...place,
			id: 'e',
			name: 'Each',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'rows', options: {} },
		},
		{
			...place,
			id: 't',
			name: 'Table',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1.1,
			parameters: {
				resource: 'row',
				operation: 'insert',
				dataTableId: { __rl: true, mode: 'name', value: 'questions' },
				columns: { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] },
				options: {},
			},
		},
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const connections = { Start: to('Items'), Items: to('Each'), Each: to('Table') };
	const flow = { name: 'Fill the table', nodes, connections, settings: { executionOrder: 'v1' } };
	const execution = await flows().untilEnded(await startFlow(client, await importFlow(client, flow), 'Start'));
	expect([execution.status, execution.error]).toEqual(['success', undefined]);
}

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
