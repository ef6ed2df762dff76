import { simpleParser } from 'mailparser';
import { eventually } from '../../../support/time/eventually';
import { ask, idOf } from '../../../support/gateway/ask';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import { Reviews } from '../../../support/gateway/reviews';
import { runProgramIn } from '../../../support/gateway/run-program';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { type MailServer, startMailServer } from '../../../../worker/activities/mail/testing/mail-server';

/** Sets the title of a terminal, links, clears, colours, reverses and hides. */
const HOSTILE =
	'\u001b]0;owned\u0007\u001b]8;;https://evil.example\u001b\\Sales\u001b]8;;\u001b\\\u001b[2J\u009b31m\u202eb\u200ba\u2066\ufeff\r';
/** Everything that a terminal obeys, but line feeds and the two colours of a table; and what hides or reverses. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const OBEYED = /[^\P{Cc}\n\u001b]|\u001b(?!\[(?:90|39)m)|[\u200b\u2028-\u202e\u2066-\u2069\ufeff]/u;

const raw: Buffer[] = [];
let mailServer: MailServer;
let platform: GatewayPlatform;

beforeAll(async () => {
	mailServer = await startMailServer({
		onData: (stream, _session, done) => {
			const parts: Buffer[] = [];
			stream
				.on('data', (part: Buffer) => parts.push(part))
				.once('end', () => {
					raw.push(Buffer.concat(parts));
					done(null);
				});
		},
	});
	platform = await startPlatform({ smtpUrl: mailServer.smtpUrl, clockFactor: 400, webhookHosts: ['127.0.0.1:9'] });
	const body = { url: 'http://127.0.0.1:9/', events: ['task.completed'], description: HOSTILE };
	const made = await ask(platform, { method: 'POST', path: '/v1/subscriptions', key: 'hostile', body });
	id = idOf(made);
});
afterAll(async () => {
	await platform.close();
	await mailServer.close();
});

let id: string;
const run = (args: string[], columns?: number) =>
	runProgramIn(
		{
			cwd: '/',
			env: { AGENT_KNOWLEDGE_GATEWAY_TOKEN: platform.token, AGENT_KNOWLEDGE_GATEWAY_URL: platform.url },
			...(columns !== undefined && { columns }),
		},
		'agent-knowledge',
		args,
	);

const PLACES: Array<[name: string, columns: number | undefined]> = [
	['a pipe', undefined],
	...(process.platform === 'linux' ? [['a terminal', 120] satisfies [string, number]] : []),
];

test.each(PLACES)('a table to %s shows the words of others, and a terminal obeys none of them', async (_, columns) => {
	const { code, stdout } = await run(['subscriptions', 'show', id], columns);
	expect(code).toBe(0);
	expect(stdout).not.toMatch(OBEYED);
	expect(stdout.replaceAll(/\s|[│┌─┐└┘├┤┬┴┼]/g, '')).toContain('Salesba');
	expect(stdout).not.toContain('evil.example');
});

test('JSON shows the same to programs, and nothing to a terminal', async () => {
	const { stdout } = await run(['subscriptions', 'show', id, '--json']);
	expect(stdout).not.toMatch(OBEYED);
	expect(JSON.parse(stdout)).toMatchObject({ description: HOSTILE });
});

test('an error repeats an argument, and a terminal obeys none of it', async () => {
	for (const args of [
		['tasks', 'show', HOSTILE],
		[HOSTILE],
		['subscriptions', 'show', 'subscription~\u009b31m\u202e'],
	]) {
		const { code, stderr } = await run(args);
		expect(code).toBe(2);
		expect(stderr).not.toMatch(OBEYED);
	}
});

test('the log has it in JSON that a terminal does not obey', async () => {
	await ask(platform, { path: '/v1/tasks/%C2%9B31m%E2%80%AE' });
	expect(platform.logged()).not.toMatch(OBEYED);
});

test('a mail to a reviewer has one link, which is ours, whatever the subject says', async () => {
	await new Mailboxes(platform).active('help@shop.example');
	const subject =
		'Order\u0000 \u202efdp.exe http://evil.example/x www.evil.example evil.com/login mailto:eve@evil.example';
	const asked = { to: ['ada@client.example'], reviewers: ['lead@team.example'], subject };
	await new Reviews(platform).asking('hostile', asked);
	await eventually(() => raw.length > 0, Boolean, 'reviewers are mailed by a workflow of its own');
	const { subject: shown = '', text = '' } = await simpleParser(raw[0] ?? '');
	for (const part of [shown, text]) {
		expect(part).not.toMatch(/[^\P{Cc}\n]|[\u2028-\u202e\u2066-\u2069]/u);
		// What a mail program makes a link of.
		expect(part.replaceAll(/http:\/\/127\.0\.0\.1:\d+\/review\/\S+/g, '')).not.toMatch(
			/:\/\/|www\.\w|mailto:\w|[a-z]\.(?:com|exe)\b/i,
		);
	}
	expect(text.match(/\w:\/\//g)).toHaveLength(1);
	expect(text).toContain('To: ada@client.example\n');
});
