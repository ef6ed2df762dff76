import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { startWorker } from '../../../scripts/start/start-worker.mjs';
import { type RunningSandbox, startSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { ask, idOf, linkOf, type Answer } from '../../support/gateway/ask';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { KeptTemporal } from '../../support/site/kept-temporal';
import { type PostgresqlCluster, query, startCluster } from '../../support/postgresql/start-cluster';
import { DESTINATION_HELD } from '../../../workflows/lead-sync/activities';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { type EchoingService, startEchoingMailServer, startEchoingService } from './echoing-service';

const AGENT = 'agent_support';

/** What must be in no line of the log. All of it is in requests, and so in what the service says of them. */
const WORDS = {
	recipient: 'wordy-recipient@client.example',
	person: 'Wordy Person',
	reviewer: 'wordy-reviewer@team.example',
	subscriber: 'wordy-subscriber@team.example',
	subject: 'Wordysubject of a mail',
	content: 'Wordycontent of a mail',
	prompt: 'Wordyprompt for a mail',
	text: 'Wordytext of a source',
	title: 'Wordytitle of a source',
	page: 'wordy-page.example',
	filter: 'wordy-filter@client.example',
	lead: 'wordy-lead@client.example',
	leadName: 'Wordy Lead',
	said: 'Wordysaid by a visitor',
	searched: 'wordy-searched@client.example',
	hubspotToken: `pat-wordy-${randomBytes(12).toString('hex')}`,
	receiver: `wordy-receiver-${randomBytes(12).toString('hex')}`,
	apiKey: `ak_${randomBytes(24).toString('hex')}`,
	gatewayToken: randomBytes(24).toString('hex'),
};

const lineSchema = z.looseObject({
	level: z.string(),
	msg: z.string().optional(),
	activityType: z.string().optional(),
	workflowId: z.string().optional(),
	workflowType: z.string().optional(),
	err: z.looseObject({ type: z.string(), failure: z.string().optional(), status: z.number().optional() }).optional(),
});

let temporal: KeptTemporal;
let sandbox: RunningSandbox;
let service: EchoingService;
let mail: Awaited<ReturnType<typeof startEchoingMailServer>>;
let cluster: PostgresqlCluster;
let folder: string;
/** The address of the database. */
let crm: string;
let worker: Awaited<ReturnType<typeof startWorker>> | null = null;
let gateway: { url: string; token: string };

const logged = () => readFile(join(folder, 'worker.log'), 'utf8');

async function lines(): Promise<Array<z.infer<typeof lineSchema>>> {
	const texts = (await logged()).split('\n').map((line) => line.replace(/^\S+ /, ''));
	return texts.filter((text) => text.startsWith('{')).map((text) => lineSchema.parse(JSON.parse(text)));
}

beforeAll(async () => {
	process.env.AGENT_KNOWLEDGE_LOG_LEVEL = 'debug';
	[temporal, sandbox, mail, cluster, folder] = await Promise.all([
		KeptTemporal.start(),
		startSandbox({
			clockFactor: 1_000,
			rateLimit: 'none',
			adminToken: randomBytes(24).toString('hex'),
			seedKey: WORDS.apiKey,
		}),
		startEchoingMailServer(),
		startCluster(),
		mkdtemp(join(tmpdir(), 'agent-knowledge-log-')),
	]);
	service = await startEchoingService(sandbox.apiUrl);
	const url = await cluster.database('crm');
	crm = url;
	await query(
		url,
		`CREATE TABLE people (source text, nr bigint, mail text CHECK (mail NOT LIKE 'wordy%'), PRIMARY KEY (source, nr));
		CREATE TABLE raising (source text, nr bigint, mail text, PRIMARY KEY (source, nr));
		CREATE FUNCTION raise_row() RETURNS trigger LANGUAGE plpgsql AS
			$$BEGIN RAISE EXCEPTION 'no % here', NEW USING ERRCODE = '55000', DETAIL = NEW, HINT = NEW; END$$;
		CREATE TRIGGER raising BEFORE INSERT ON raising FOR EACH ROW EXECUTE FUNCTION raise_row()`,
	);
	// HubSpot is looked at when the process starts.
	service.refuse('POST', /\/oauth\//, 403);
	const columns = { source: 'connection', nr: 'id', mail: 'email' };
	worker = await startWorker({
		configFile: join(folder, 'worker.yaml'),
		logFile: join(folder, 'worker.log'),
		temporalAddress: temporal.address,
		apiUrl: service.url,
		port: await freePort(),
		callbackHosts: [service.host],
		requestsPerMinute: 6_000,
		timing: { settleMs: 100, pollMinMs: 100, pollMaxMs: 500 },
		mail: { smtpUrl: mail.url, from: 'Reviews <reviews@team.example>' },
		destinations: {
			people: { type: 'postgresql', url, table: 'people', columns },
			raising: { type: 'postgresql', url, table: 'raising', columns },
			hubspot: { type: 'hubspot', accessToken: WORDS.hubspotToken, baseUrl: service.url },
			receiver: {
				type: 'webhook',
				url: `${service.url}/receiver/${WORDS.receiver}`,
				secret: `whsec_${randomBytes(32).toString('base64')}`,
			},
		},
		secrets: {
			workerKey: WORDS.apiKey,
			gatewayToken: WORDS.gatewayToken,
			encryptionKey: randomBytes(32).toString('base64'),
		},
	});
	gateway = { url: worker.url, token: WORDS.gatewayToken };
});

afterAll(async () => {
	delete process.env.AGENT_KNOWLEDGE_LOG_LEVEL;
	await worker?.stop();
	await Promise.all([service.close(), mail.close(), sandbox.close(), temporal.stop(), cluster.stop()]);
	await rm(folder, { recursive: true, force: true });
});

const start = async (type: string, key: string, input: object): Promise<Answer> => {
	const body = { version: 1, connection: 'sandbox', ...input };
	const started = await ask(gateway, { method: 'POST', path: `/v1/tasks/${type}`, key, body });
	expect(started).toMatchObject({ status: 202 });
	return started;
};

/** The task as it is once it has ended. */
async function ended(started: Answer): Promise<unknown> {
	return eventually(
		async () => {
			const { body } = await ask(gateway, { path: `${linkOf(started)}?wait=20` });
			return z.looseObject({ status: z.string() }).parse(body).status === 'running' ? null : body;
		},
		isThere,
		'The end of a task',
	);
}

/** Waits until an activity has failed at WARN, in any workflow or in this one. */
async function untilFailed(activityType: string, workflowId: string | null = null): Promise<void> {
	await eventually(
		lines,
		(seen) =>
			seen.some(
				(line) =>
					line.msg === 'Activity failed' &&
					line.level === 'warn' &&
					line.activityType === activityType &&
					(workflowId === null || line.workflowId === workflowId),
			),
		`A failure of ${activityType} in the log`,
	);
}

/** Every task type, against a service that refuses what the task is there for and repeats the request while doing so. */
test('nothing that a service, a database, a mail server or a receiver says is in the log: its type and status are', async () => {
	const admin = new SandboxAdmin(sandbox);
	await new Mailboxes({ sandbox }).active('help@shop.example');
	await admin.captureLead(AGENT, { name: WORDS.leadName, email: WORDS.lead, phone: '+49 170 5550100' });
	service.refuse('POST', /\/hook/, 500);
	service.refuse('POST', /\/receiver\//, 500);
	service.refuse('HEAD', /\/receiver\//, 500);

	// Who is told of events, at an address that holds a secret.
	const subscription = await ask(gateway, {
		method: 'POST',
		path: '/v1/subscriptions',
		key: 'told',
		body: {
			url: `${service.url}/hook/${WORDS.receiver}`,
			events: ['task.failed', 'review.requested', 'email.outcome'],
		},
	});
	expect(subscription.status).toBe(201);
	const chat = { format: 'slack', url: `${service.url}/hook/${WORDS.receiver}`, events: ['task.failed'] };
	const mailed = { format: 'email', recipients: [WORDS.subscriber], events: ['task.failed'] };
	for (const body of [chat, mailed]) {
		const made = await ask(gateway, { method: 'POST', path: '/v1/subscriptions', key: body.format, body });
		expect(made.status).toBe(201);
	}

	service.refuse('POST', /\/retrain$/, 422);
	await ended(await start('retrain-and-wait', 'retrain', { agentId: AGENT }));
	await ended(await start('nightly-retrain', 'nightly', { agentIds: [AGENT] }));
	await untilFailed('requestTraining');
	await untilFailed('postEvent');
	await eventually(
		lines,
		(seen) => seen.some(({ activityType, err }) => activityType === 'postEvent' && err?.failure === 'mail_not_taken'),
		'A mail to a subscriber that the mail server refuses',
	);

	service.refuse('GET', /\/leads\?.*wordy/, 422);
	await ended(await start('lead-export', 'export', { agentIds: [AGENT], email: WORDS.filter }));
	await untilFailed('readLeads');

	service.refuse('POST', /\/sources$/, 422);
	const sources = [
		{ type: 'text', title: WORDS.title, content: WORDS.text },
		{ type: 'url', url: `https://${WORDS.page}/` },
	];
	await ended(await start('add-sources', 'sources', { agentId: AGENT, sources }));

	const draft = { agentId: AGENT, to: [WORDS.recipient], subject: WORDS.subject, name: WORDS.person };
	service.refuse('POST', /\/chat$/, 402);
	await ended(await start('email-send-with-review', 'asked', { ...draft, prompt: WORDS.prompt }));
	await untilFailed('proposeDraft');
	for (const [path, activity] of [
		[/\/email\/conversations$/, 'createConversation'],
		[/\/email\/replies$/, 'queueReply'],
	] as const) {
		const started = await start('email-send-with-review', activity, {
			...draft,
			content: WORDS.content,
			reviewers: [WORDS.reviewer],
		});
		const link = linkOf(started);
		const hash = await eventually(
			async () => {
				const { status, body } = await ask(gateway, { path: `${link}/review` });
				if (status !== 200) return null;
				const found = z.looseObject({ question: z.looseObject({ hash: z.string() }).nullable() }).parse(body);
				return found.question?.hash ?? null;
			},
			isThere,
			'A question',
		);
		await untilFailed('mailReviewer');
		service.refuse('POST', path, 422);
		const decision = { action: 'approve', hash, note: WORDS.content };
		await ask(gateway, { method: 'POST', path: `${link}/decision`, key: activity, body: decision });
		await untilFailed(activity, idOf(started));
		await ended(started);
		service.allow('POST', path);
	}

	for (const destination of ['people', 'raising', 'receiver'])
		await start('lead-sync', destination, { agentId: AGENT, destination, intervalSeconds: 10 });
	await untilFailed('syncPage');

	const conversation = await admin.beginConversation(AGENT, { messages: [{ role: 'visitor', content: WORDS.said }] });
	// The check at the start has no filter.
	const ofChannel = /\/conversations\?.*channel=/;
	service.refuse('GET', ofChannel, 422);
	await ended(await start('conversation-export', 'listed', { agentIds: [AGENT], channel: WORDS.filter }));
	await untilFailed('readConversations');
	service.allow('GET', ofChannel);
	const ofConversation = new RegExp(`/conversations/${conversation}`);
	service.refuse('GET', ofConversation, 500);
	const exporting = await start('conversation-export', 'transcripts', { agentIds: [AGENT] });
	await untilFailed('readTranscripts');
	const syncing = { agentIds: [AGENT], destination: 'people', intervalSeconds: 10 };
	const syncingId = idOf(await start('conversation-sync', 'conversations', syncing));
	await untilFailed('syncTranscripts', syncingId);
	// The check at the start made the tables.
	await query(
		crm,
		`CREATE TRIGGER raising BEFORE INSERT ON conversation_messages FOR EACH ROW EXECUTE FUNCTION raise_row()`,
	);
	service.allow('GET', ofConversation);
	await ended(exporting);
	await eventually(
		lines,
		(seen) =>
			seen.some(({ activityType, err }) => activityType === 'syncTranscripts' && err?.failure === DESTINATION_HELD),
		'A database that refuses a conversation',
	);

	const searched = await ask(gateway, {
		method: 'POST',
		path: '/v1/persons/find',
		key: 'searched',
		body: { email: WORDS.searched },
	});
	expect(searched.status).toBe(202);
	await ended(searched);

	const noted = await lines();
	expect(noted).toContainEqual(expect.objectContaining({ destination: 'hubspot', settings: ['accessToken'] }));
	const text = await logged();
	const said = Object.entries(WORDS).filter(([, word]) => text.toLowerCase().includes(word.toLowerCase()));
	expect(said.map(([name]) => name)).toEqual([]);
	expect(text).not.toMatch(/wordy|5550100/i);
	const failures = noted.filter(({ msg }) => msg === 'Activity failed');
	// What was refused is still found: by the task, the activity and the status.
	expect(failures.find(({ activityType }) => activityType === 'createConversation')).toMatchObject({
		level: 'warn',
		err: { type: 'ApplicationFailure', status: 422 },
		workflowId: expect.stringContaining('email-send-with-review~') as string,
	});
	expect(noted.some(({ msg }) => msg === 'Workflow failed')).toBe(true);
	expect(service.refused()).toBeGreaterThan(10);
});
