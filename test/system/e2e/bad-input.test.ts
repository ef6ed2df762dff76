/** What a builder reads in n8n when an input is wrong, and that nothing was started. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { saveCredential } from '../../../scripts/n8n/credentials.mjs';
import { VERSION } from '../../../worker/config';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { VersionProxy } from '../../support/task-nodes/version-proxy';
import { askGateway } from './ask-gateway';
import type { TaskFlow } from './task-flow';
import { useFlows } from './use-flows';

const flows = useFlows();
let admin: SandboxAdmin;
/** A gateway that does not have the task of Retrain and Wait. */
let older: VersionProxy;
let credentials: Record<'right' | 'wrong' | 'older', TaskFlow['credential']>;

beforeAll(async () => {
	const { n8n, stack } = flows().running;
	admin = new SandboxAdmin(stack.sandbox);
	older = await VersionProxy.start(stack.gateway.url);
	older.become({ lacks: [/\/retrain-and-wait$/] });
	const save = async (name: string, data: { gatewayUrl: string; token: string }) => {
		const credential = { name, type: 'agentKnowledgeGatewayApi', data };
		return { id: await saveCredential(n8n.client, credential), name };
	};
	const { url: gatewayUrl, token } = stack.gateway;
	credentials = {
		right: await save('Right', { gatewayUrl, token }),
		wrong: await save('Wrong', { gatewayUrl, token: 'a-token-of-nobody' }),
		older: await save('Older', { gatewayUrl: older.url, token }),
	};
});
afterAll(() => older.close());

const ask = (method: string, path: string) => askGateway(flows().running.stack, method, path);
const locator = (value: string) => ({ __rl: true, mode: 'id', value });
const named = (value: string) => ({ __rl: true, mode: 'name', value });
const retrain = {
	resource: 'agent',
	operation: 'retrain',
	connection: named('sandbox'),
	agentId: locator('agent_quick'),
};
const ofEach = { ...retrain, agentId: locator('={{ $json.agent }}') };
const blob = `sha256:${'0'.repeat(64)}`;

/** Tasks of the gateway, and requests that change something at the service. */
async function effects() {
	const { items } = z
		.object({ items: z.array(z.looseObject({ id: z.string() })) })
		.parse(await ask('GET', '/v1/tasks?limit=100&fresh=true'));
	return { tasks: items.map(({ id }) => id).sort(), posts: (await admin.requests({ method: 'POST' })).length };
}

const run = (name: string, parameters: object, more: Partial<TaskFlow> = {}) =>
	flows().runTask({ name, parameters, credential: credentials.right, ...more });

const refused = (name: string, parameters: object, more: Partial<TaskFlow> = {}) =>
	flows().refusedTask({ name, parameters, credential: credentials.right, ...more });

interface Variation {
	items?: object[];
	/** The credential. Default: the right one. */
	as?: keyof typeof credentials;
}

it.each<[string, object, Variation, object]>([
	[
		'a wrong token',
		retrain,
		{ as: 'wrong' },
		{
			message: 'The gateway does not accept the Token (401)',
			lines: ['Put a token of the gateway’s setting gateway.tokens into the credential.'],
		},
	],
	[
		'a task that the gateway lacks',
		retrain,
		{ as: 'older' },
		{
			message: `This gateway (version ${VERSION}) has no such task type (404)`,
			lines: [
				expect.stringContaining('There is no task type "retrain-and-wait".'),
				'Update agent-knowledge-worker to a version that runs this task, or choose another operation.',
			],
			item: 0,
		},
	],
	[
		'one unknown agent among known ones',
		ofEach,
		{ items: ['agent_quick', 'agent_unknown', 'agent_quick_too'].map((agent) => ({ agent })) },
		{
			message: 'Agent: "agent_unknown" is unknown, or the key is restricted to other agents',
			lines: [
				'Nothing was done.',
				'Choose the connection, the agent or the task again from the current lists of the gateway.',
			],
			item: 1,
		},
	],
	[
		'one empty field among filled ones',
		ofEach,
		{ items: [{ agent: 'agent_quick' }, { agent: '' }] },
		{
			message: 'The field "Agent" is empty',
			lines: ['Correct the field or its expression. Nothing was sent for this item.'],
			item: 1,
		},
	],
	[
		'an uploaded file that is gone',
		{
			...retrain,
			resource: 'source',
			operation: 'addMany',
			sourcesAs: 'rows',
			sources: {
				source: [
					{ type: 'url', url: 'https://shop.example/help' },
					{ type: 'file', filename: 'prices.txt', blob },
				],
			},
		},
		{},
		{
			message: `Sources, row 2, Blob: "${blob}" is not stored at the gateway or has expired; upload the file again`,
			lines: ['Nothing was done.', 'Correct the field or its expression.'],
			item: 0,
		},
	],
	[
		'a destination that does not exist',
		{ ...retrain, resource: 'lead', operation: 'sync', destination: named('crm') },
		{},
		{
			message: 'Destination: "crm" is unknown; known are: none',
			lines: [
				'Nothing was done.',
				'Choose the connection, the agent or the task again from the current lists of the gateway.',
			],
			item: 0,
		},
	],
	[
		'a task that does not exist',
		{ resource: 'task', operation: 'get', taskId: 'retrain-and-wait~gone' },
		{},
		{
			message: 'There is no task retrain-and-wait~gone (404)',
			lines: [
				'Tasks are kept for 30 days after their end.',
				'Choose the connection, the agent or the task again from the current lists of the gateway.',
			],
			item: 0,
		},
	],
])('%s is reported at the item, and starts nothing', async (name, parameters, { as = 'right', ...more }, error) => {
	const before = await effects();
	expect(await refused(name, parameters, { ...more, credential: credentials[as] })).toMatchObject(error);
	expect(await effects()).toEqual(before);
});

it('a file that the gateway no longer keeps is reported, with what to do', async () => {
	await admin.captureLead('agent_quick', { name: 'Ada', email: 'ada@person.example' });
	const exported = await run('Export', { resource: 'lead', operation: 'export', connection: named('sandbox') });
	expect(exported.status).toBe('success');
	const [done] = exported.output('Task');
	await rm(join(flows().running.stack.blobsFolder, 'files'), { recursive: true });

	const parameters = { resource: 'task', operation: 'downloadFile', taskId: done?.['id'] };
	expect(await refused('Download', parameters)).toMatchObject({
		message: 'The file has expired (410)',
		lines: [
			expect.stringMatching(/^The gateway kept "[^"]+\.csv" for \d+ h \(blobs\.keepExportsHours\)\./),
			'Run the export again, and download its file soon after its end.',
		],
		item: 0,
	});
});

it('a callback address that the gateway may not call is refused before the task starts', async () => {
	const { server, settings } = flows().running.n8n;
	settings['WEBHOOK_URL'] = 'https://n8n.example/';
	await server.stop();
	await server.start();
	const before = await effects();
	expect(await refused('No callback', retrain)).toMatchObject({
		message:
			'The gateway may not call n8n back: the resume URL leads to n8n.example:443, which is not in gateway.callbackHosts',
		lines: [
			'Nothing was done.',
			'Ask the operator of agent-knowledge-worker to add this host and port to gateway.callbackHosts, and to uses.callbackHosts if the token is bound, and to restart the gateway. If the address is wrong, correct WEBHOOK_URL of n8n.',
		],
	});
	expect(await effects()).toEqual(before);
});
