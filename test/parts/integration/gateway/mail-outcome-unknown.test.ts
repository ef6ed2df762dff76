import { z } from 'zod';
import { now } from '../../../support/time/moments';
import { eventually, isThere } from '../../../support/time/eventually';
import { type MailServer, startMailServer } from '../../../../worker/activities/mail/testing/mail-server';
import { ask, idOf } from '../../../support/gateway/ask';
import { Reviews } from '../../../support/gateway/reviews';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

const [LOST, FINE] = ['lost@team.example', 'fine@team.example'];

/** The recipients of all mails that the server got. */
const got: string[] = [];
let mailServer: MailServer;
let platform: GatewayPlatform;

beforeAll(async () => {
	mailServer = await startMailServer({
		onData: (stream, session, done) => {
			const to = session.envelope.rcptTo[0]?.address ?? '';
			stream.resume().once('end', () => {
				got.push(to);
				if (to === LOST) mailServer.cut();
				else done(null);
			});
		},
	});
	platform = await startPlatform({ smtpUrl: mailServer.smtpUrl, clockFactor: 400 });
});
afterAll(async () => {
	await platform.close();
	await mailServer.close();
});

const deliveriesSchema = z.object({
	items: z.array(z.object({ status: z.string(), error: z.string().nullable(), nextAttemptAt: z.string().nullable() })),
});

async function subscribed(recipients: string[]): Promise<{ id: string; path: string }> {
	const body = { format: 'email', recipients, events: ['task.completed'] };
	const id = idOf(await ask(platform, { method: 'POST', path: '/v1/subscriptions', key: recipients.join(), body }));
	const path = `/v1/subscriptions/${encodeURIComponent(id)}`;
	await ask(platform, { method: 'POST', path: `${path}/send-sample`, key: 'one', body: { event: 'task.completed' } });
	return { id, path };
}

async function untilStatus(path: string, wanted: string) {
	return eventually(
		async () => {
			const { items } = deliveriesSchema.parse((await ask(platform, { path: `${path}/deliveries` })).body);
			return items.find(({ status }) => status === wanted);
		},
		isThere,
		'a delivery is a workflow of its own',
	);
}

test('a mail whose confirmation is lost is told as unknown, and is not repeated while others are mailed', async () => {
	const { id, path } = await subscribed([LOST, FINE]);
	const unknown = await untilStatus(path, 'unknown');
	expect(unknown.error).toMatch(/^The outcome is unknown for 1 of 2 mails\..*after an hour, with the same Message-ID/);
	expect(Date.parse(unknown.nextAttemptAt ?? '') - now().getTime()).toBeGreaterThan(3_000_000);

	const others = await subscribed([FINE]);
	await untilStatus(others.path, 'delivered');
	expect(got.toSorted()).toEqual([FINE, FINE, LOST]);
	const { result } = await runCommand(platform, ['subscriptions', 'deliveries', id]);
	expect(result).toMatch(/unknown[\s\S]*The outcome is unknown for 1 of 2 mails/);
});

test("a reviewer's mail without a confirmation is told in the timeline of the task", async () => {
	await new Mailboxes(platform).active('help@shop.example');
	const { link } = await new Reviews(platform).asking('lost', { to: ['ada@client.example'], reviewers: [LOST] });
	const mail = z.object({ entries: z.array(z.object({ title: z.string(), reason: z.string().nullable() })) });
	const reason = await eventually(
		async () => {
			const { entries } = mail.parse((await ask(platform, { path: `${link}/timeline` })).body);
			return entries.find(({ title }) => title === 'Mail to the reviewers')?.reason;
		},
		isThere,
		'reviewers are mailed by a workflow of its own',
	);
	expect(reason).toContain('The outcome is unknown');
	expect(got.filter((to) => to === LOST)).toHaveLength(2);
});
