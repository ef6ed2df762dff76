import { randomBytes } from 'node:crypto';
import { SCOPES } from '../../../api/scopes';
import { eventually } from '../../support/time/eventually';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { ask, linkOf } from '../../support/gateway/ask';
import type { Mailboxes } from '../../support/gateway/mailboxes';
import type { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { figure, readMetrics } from '../../support/site/read-metrics';
import { Site } from '../../support/site/start-site';

let site: Site;
let receiver: Receiver;

beforeAll(async () => {
	receiver = await startReceiver();
	site = await Site.start({
		destinations: { hook: { type: 'webhook', url: receiver.url, secret: receiver.secret } },
	});
});

afterAll(async () => {
	await site.stop();
	await receiver.close();
});

const whoami = (token: string) => ask(site, { path: '/v1/whoami', token });

test('a token is replaced while the process runs; a file that is not valid changes nothing', async () => {
	const [before, next] = [site.token, randomBytes(24).toString('hex')];
	await site.write('gateway: { tokens: [ ');
	await eventually(
		() => site.logged,
		(seen) => /is not valid/.test(seen),
		'the log tells of the file',
	);
	expect((await whoami(before)).status).toBe(200);
	const gateway = { ...site.section('gateway'), tokens: [{ name: 'tester', token: next }], port: 1 };
	await site.change({ gateway });
	await eventually(
		async () => (await whoami(next)).status,
		(seen) => seen === 200,
		'the new token',
	);
	expect((await whoami(before)).status).toBe(401);
	expect(site.logged).toContain('"settings":["gateway.port"]');
	expect(site.logged).not.toContain(next);
	site.token = next;
	await site.change({ gateway: { ...gateway, port: 0 } });
});

describe('a key that is revoked under open tasks', () => {
	let mail: Mailboxes;
	let reviews: Reviews;

	beforeAll(async () => {
		({ mail, reviews } = await reviewsOn(site));
	});

	const key = () => site.admin.createKey({ name: 'worker', scopes: [...SCOPES] });
	const start = async (type: string, name: string, input: object) => {
		const body = { version: 1, connection: 'main', ...input };
		const answer = await ask(site, { method: 'POST', path: `/v1/tasks/${type}`, key: name, body });
		expect(answer.status).toBe(202);
		return linkOf(answer);
	};
	const refused = async (operation: string) =>
		figure(await readMetrics(site.operationsUrl), 'agent_knowledge_api_answers_total', { operation, status: '401' });
	const textOf = async (link: string) => (await ask(site, { path: link })).text;

	it('is replaced, and a run that is waited for, a sync and an approved mail go on where they were', async () => {
		const first = await key();
		await site.change({ connections: site.connection(first.key) });
		await eventually(
			() => site.logged,
			(seen) => seen.includes('connections.main.apiKey'),
			'the key',
		);
		const { id: agentId } = await site.admin.createAgent({ name: 'Sync', website: site.sandbox.siteUrl });
		await site.admin.captureLead(agentId, { name: 'Ada', email: 'ada@client.example' });
		const sync = await start('lead-sync', 'sync', { agentId, destination: 'hook', intervalSeconds: 10 });
		await eventually(() => receiver.deliveries.length === 1, Boolean, 'the first lead');
		const { link, question } = await reviews.asking('mail', { to: ['bob@client.example'] });
		await site.admin.setSettings({ clockFactor: 0.01 });
		const retrain = await start('retrain-and-wait', 'run', { agentId, waitUntil: 'finished' });
		await eventually(
			() => textOf(retrain),
			(seen) => seen.includes('"training"'),
			'the run',
		);

		await site.admin.revokeKey(first.id);
		await reviews.decide(link, 'yes', { action: 'approve', hash: question.hash });
		await site.admin.captureLead(agentId, { name: 'Cy', email: 'cy@client.example' });
		for (const operation of ['listLeads', 'getTrainingStatus', 'createEmailConversation'])
			await eventually(
				() => refused(operation),
				(seen) => seen > 0,
				`401 of ${operation}`,
			);
		for (const task of [sync, retrain, link]) {
			const text = await textOf(task);
			expect(text).toContain('"status":"running"');
			expect(text).toContain("connection's apiKey");
		}
		expect(await mail.received('bob@client.example')).toEqual([]);

		await site.admin.setSettings({ clockFactor: 1_000 });
		await site.change({ connections: site.connection((await key()).key) });
		const [mailed, trained] = await Promise.all([reviews.ended(link), reviews.ended(retrain)]);
		expect(mailed).toMatchObject({ status: 'completed', result: { outcome: 'sent', audit: { uncertain: false } } });
		expect(trained).toMatchObject({ status: 'completed', result: { outcome: 'finished' } });
		expect(await mail.received('bob@client.example')).toHaveLength(1);
		await eventually(() => receiver.deliveries.length === 2, Boolean, 'the second lead');
		await ask(site, { method: 'POST', path: `${sync}/cancel` });
	});
});
