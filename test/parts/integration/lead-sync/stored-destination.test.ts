import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { ask, askEnded, idOf } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { WebhookReceiver } from '../../../support/gateway/webhook-receiver';

const madeSchema = z.looseObject({ secret: z.string(), version: z.number() });

let platform: GatewayPlatform;
let first: WebhookReceiver;
let second: WebhookReceiver;

beforeAll(async () => {
	[first, second] = await Promise.all([WebhookReceiver.start(), WebhookReceiver.start()]);
	platform = await startPlatform({ webhookHosts: [first.host, second.host] });
});
afterAll(async () => {
	await platform.close();
	await Promise.all([first.close(), second.close()]);
});

const run = (...args: string[]) => runCommand(platform, args);

/** A sync that looks for new leads every ten seconds. @returns its path */
async function aSync(agentId: string, destination: string): Promise<string> {
	const body = { version: 1, connection: 'main', agentId, destination, intervalSeconds: 10 };
	const started = await ask(platform, { method: 'POST', path: '/v1/tasks/lead-sync', key: agentId, body });
	expect(started.status).toBe(202);
	return `/v1/tasks/${encodeURIComponent(idOf(started))}`;
}

const emailsAt = (receiver: WebhookReceiver) =>
	receiver.received.filter(({ body }) => body.type === 'lead.captured').map(({ body }) => body.data['email']);

test('a sync uses a destination that was created a moment ago, follows its changes, and protects it', async () => {
	const agentId = 'agent_stored';
	await platform.admin.createAgent({ id: agentId, name: agentId, website: platform.sandbox.siteUrl });
	await platform.admin.captureLead(agentId, { name: 'Ada Example', email: 'ada@example.com' });
	const made = await run('destinations', 'create', 'crm', '--url', first.url, '--fields', 'email,lastName', '--json');
	expect(made.code).toBe(0);
	const { secret } = madeSchema.parse(JSON.parse(made.result));
	expect((await run('destinations', 'check', 'crm')).result).toContain('Leads can be written to crm');
	const shown = await run('destinations', 'preview', 'crm', '--connection', 'main', '--agent', agentId, '--json');
	expect(JSON.parse(shown.result)).toMatchObject({
		leads: [{ values: { email: 'ada@example.com', lastName: 'Example' }, refusal: null }],
	});

	const sync = await aSync(agentId, 'crm');
	const [message] = await first.untilReceived('lead.captured');
	expect(message?.body.data).toEqual({
		connection: 'main',
		id: expect.any(Number) as number,
		email: 'ada@example.com',
		lastName: 'Example',
	});
	expect(message?.isSignedBy(secret)).toBe(true);

	const rotated = await run('destinations', 'rotate-secret', 'crm');
	expect(rotated.result).toMatch(/^whsec_/);
	expect((await run('destinations', 'update', 'crm', '--url', second.url, '--all-fields')).code).toBe(0);
	expect((await run('destinations', 'show', 'crm')).result).toContain(second.url);
	await platform.admin.captureLead(agentId, { name: 'Bob Example', email: 'bob@example.com' });
	const [changed] = await second.untilReceived('lead.captured');
	expect(changed?.body.data).toMatchObject({ email: 'bob@example.com', city: expect.any(String) as string });
	expect([changed?.isSignedBy(rotated.result), changed?.isSignedBy(secret)]).toEqual([true, true]);
	expect([emailsAt(first), emailsAt(second)]).toEqual([['ada@example.com'], ['bob@example.com']]);

	const refused = await run('destinations', 'delete', 'crm');
	expect([refused.code === 0, refused.notes]).toEqual([false, expect.stringContaining('A sync writes to "crm"')]);
	await ask(platform, { method: 'POST', path: `${sync}/cancel` });
	await askEnded(platform, sync);
	await eventually(
		async () => (await run('destinations', 'delete', 'crm')).code,
		(seen) => seen === 0,
		'the deletion',
	);
	expect((await run('destinations', 'list')).result).toBe('No destinations.');
	expect(platform.logged()).not.toContain(secret);
});
