import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCOPES } from '../../../api/scopes';
import { eventually } from '../../support/time/eventually';
import { ask, linkOf } from '../../support/gateway/ask';
import { Site } from '../../support/site/start-site';

let site: Site;
let folder: string;

beforeAll(async () => {
	site = await Site.start();
	folder = join(site.folder, 'connections');
	await mkdir(folder);
	await site.change({ connectionsFolder: folder });
});

afterAll(() => site.stop());

const key = async () => (await site.admin.createKey({ name: 'acme', scopes: [...SCOPES] })).key;
const add = async (name: string, apiKey: string, requestsPerMinute = 6_000) =>
	writeFile(
		join(folder, `${name}.yaml`),
		`baseUrl: ${site.sandbox.apiUrl}\napiKey: ${apiKey}\nrequestsPerMinute: ${requestsPerMinute}\n`,
	);
const listed = async () => (await ask(site, { path: '/v1/connections' })).text;
const untilListed = async (text: string) => eventually(listed, (seen) => seen.includes(text), `${text} in the list`);
const untilNotListed = async (text: string) =>
	eventually(listed, (seen) => !seen.includes(text), `the list without ${text}`);
const start = async (connection: string, idempotencyKey: string) =>
	ask(site, {
		method: 'POST',
		path: '/v1/tasks/retrain-and-wait',
		key: idempotencyKey,
		body: { version: 1, connection, agentId: 'agent_support', waitUntil: 'finished' },
	});
const untilEnded = async (link: string) =>
	eventually(
		async () => (await ask(site, { path: link })).text,
		(seen) => seen.includes('"status":"completed"'),
		`${link} has completed`,
	);
const untilLogged = async (text: string) =>
	eventually(
		() => site.logged,
		(seen) => seen.includes(text),
		`${text} in the log`,
	);

test('a connection is added by one file, and its limit is changed, while the process runs', async () => {
	expect((await start('acme', 'too early')).status).toBe(404);
	const apiKey = await key();
	await add('acme', apiKey);
	await untilListed('"acme"');
	await untilEnded(linkOf(await start('acme', 'first')));
	await add('acme', apiKey, 1_200);
	await untilListed('1200');
	await untilEnded(linkOf(await start('acme', 'with another limit')));
	expect(site.logged).toContain('"connections.acme.requestsPerMinute"');
	expect(site.logged).not.toContain(apiKey);
});

test('the open task of a removed connection waits, says why, and goes on when the connection is back', async () => {
	const apiKey = await key();
	await add('beta', apiKey);
	await untilListed('"beta"');
	await site.admin.setSettings({ clockFactor: 0.01 });
	const link = linkOf(await start('beta', 'open'));
	await eventually(
		async () => (await ask(site, { path: link })).text,
		(seen) => seen.includes('"training"'),
		'the run',
	);
	await rm(join(folder, 'beta.yaml'));
	await untilNotListed('"beta"');
	await eventually(
		async () => (await ask(site, { path: link })).text,
		(seen) => seen.includes('configuration has no connection'),
		'the reason',
	);
	expect((await start('beta', 'later')).status).toBe(404);
	await site.admin.setSettings({ clockFactor: 1_000 });
	await add('beta', apiKey);
	await untilEnded(link);
});

test('two connections with one key are named, and a file that is not valid changes nothing', async () => {
	const apiKey = await key();
	await add('one', apiKey);
	await add('two', apiKey);
	await untilLogged('The connections one, two use the same API key');
	expect(site.logged).toContain('Their limits add up: 12000 requests a minute.');
	await writeFile(join(folder, 'three.yaml'), 'baseUrl: nowhere\n');
	await add('four', await key());
	await untilLogged('connections.three.apiKey');
	expect(await listed()).not.toContain('"four"');
	await rm(join(folder, 'three.yaml'));
	await untilListed('"four"');
});
