import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { taskIdOf, waitIdsOf } from '../../../worker/tasks/task-ids';
import { TASK_TYPES } from '../../../workflows/contracts';
import { startReceiver } from '../../parts/integration/destinations/receiver';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { startPlatform } from '../../support/gateway/start-platform';
import type { Named } from './values';

/** So few, that requests meet what others have begun, and so that what they begin stays within bounds. */
const KEYS = Array.from({ length: 8 }, (_, index) => `key-${index}`);
const PERSON_KEY = 'person';
const CALLBACK = 'http://127.0.0.1:9/resume';
/** A connection whose service answers nothing: what names it may be answered 502. */
export const AWAY = 'nowhere';

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The gateway and all that stands behind it, with a little of everything. */
export async function startWorld() {
	const receiver = await startReceiver();
	const hookSecret = `whsec_${randomBytes(32).toString('base64')}`;
	const platform = await startPlatform({
		clockFactor: 1_000,
		callbackHosts: ['127.0.0.1:9'],
		webhookHosts: ['127.0.0.1:9'],
		// What is counted by address would hide what is behind it.
		limits: { perAddress: 1_000_000, perToken: 1_000_000 },
		destinations: { hook: { type: 'webhook', url: receiver.url, secret: receiver.secret } },
		hooks: {
			published: {
				secrets: [hookSecret],
				maxBytes: 5_000,
				task: 'retrain-and-wait',
				connection: 'main',
				fields: { '/agentId': '/agent' },
			},
		},
	});
	await new Mailboxes(platform).active('help@shop.example');
	return {
		platform,
		hookSecret,
		async close() {
			await platform.close();
			await receiver.close();
		},
	};
}

function hash(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 28);
}

const tasks = TASK_TYPES.flatMap((type) => KEYS.slice(0, 4).map((key) => taskIdOf(type, key)));
const subscriptions = KEYS.map((key) => `subscription~${hash('subscription', key)}`);
const persons = ['find', 'erase'].map((mode) => `person-${mode}~${hash('person', mode, PERSON_KEY)}`);
const wait = { executionId: '1', nodeId: 'node', runIndex: 0, callbackUrl: CALLBACK };
const waits = tasks.slice(0, 3).map((id) => waitIdsOf({ ...wait, taskIds: [id] }).waitId);

/** What ids in a path are when they are right, by the first part of the path. */
export const IDS: Readonly<Record<string, readonly string[]>> = {
	tasks,
	waits,
	subscriptions,
	persons,
	schedules: ['nightly', 'weekly', 'a', 'no name'],
	connections: ['main', 'narrow', 'restricted', 'wrong', AWAY, 'none'],
	destinations: ['hook', 'none'],
	hooks: ['published', 'none'],
};

export const keys = fc.constantFrom(...KEYS);
/** One search of each kind: it reads every history there is. */
export const personKeys = fc.constant(PERSON_KEY);

/** Values that get far, by the name of their field. */
export const NAMED: Named = {
	connection: fc.constantFrom('main', 'main', 'main', 'narrow', 'restricted', 'wrong', AWAY, 'none'),
	agentId: fc.constantFrom('agent_support', 'agent_sales', 'agent_support', 'none'),
	agentIds: fc.constantFrom(['agent_support'], ['agent_sales', 'agent_support'], ['agent_none']),
	destination: fc.constantFrom('hook', 'hook', 'none'),
	bucket: fc.constant('none'),
	id: fc.constantFrom(...tasks),
	taskIds: fc.constantFrom(...tasks.slice(0, 3).map((id) => [id])),
	action: fc.constantFrom(
		'sync-now',
		'pause',
		'resume',
		'retry',
		'retry-failed',
		'resend-result',
		'retry-refused',
		'dismiss-refused',
		'approve',
		'edit',
		'reject',
		'abandon',
	),
	name: fc.constantFrom('leads.csv', 'Ada'),
	email: fc.constantFrom('ada@client.example', 'nobody@client.example'),
	to: fc.constantFrom(['ada@client.example'], ['ada@client.example', 'grace@client.example']),
	cc: fc.constantFrom([], ['linus@client.example']),
	subject: fc.constantFrom('Your order', 'Hello'),
	content: fc.constantFrom('It is on its way.', 'Hi'),
	sessionId: fc.constantFrom('email:1', 'email:none', 'email:..'),
	mailboxId: fc.constantFrom('mbx_1', '1', '..'),
	reviewers: fc.constant(['reviewer@team.example']),
	recipients: fc.constantFrom([], [], ['ada@team.example']),
	sources: fc.constantFrom(
		[{ type: 'text', title: 'Hours', content: 'Open from nine to five.' }],
		[{ type: 'url', url: 'https://example.com/' }],
		[{ type: 'file', filename: 'a.txt', blob: `sha256:${'0'.repeat(64)}` }],
	),
	url: fc.constantFrom('http://127.0.0.1:9/events', 'https://example.com/', 'ftp://x', 'http://[::1'),
	callbackUrl: fc.constantFrom(CALLBACK, CALLBACK, 'http://example.com/'),
	executionId: fc.constantFrom('1', '2'),
	nodeId: fc.constant('node'),
	runIndex: fc.constant(0),
	deadlineSeconds: fc.constantFrom(60, 3_600),
	// A long poll takes as long as it was asked to.
	wait: fc.constantFrom(0, 0.5, 1, 61, -1, 'x'),
	cron: fc.constantFrom('0 2 * * *', ['0 2 * * 1', '30 3 1 * *'], '61 * * * *', '* *', '0 0 30 2 *'),
	timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Mars/Olympus'),
	jitterSeconds: fc.constant(0),
	note: fc.constantFrom('a note', 'half \ud83d', '\u0000'),
	startDate: fc.constantFrom('2026-01-01', '2026-02-31', '9999-01-01'),
	endDate: fc.constantFrom('2026-03-01', '2025-01-01'),
	from: fc.constantFrom('2026-11-20T00:00:00Z', '2026-11-20', '-271821-04-20T00:00:00Z'),
	intervalSeconds: fc.constantFrom(300, 3_600),
	pageToken: fc.constantFrom('x', 'a.b.c', 'é', '..'),
	hash: fc.constant(hash('none')),
	data: fc.constantFrom('', 'AAAA', Buffer.from('text').toString('base64')),
	type: fc.constantFrom(...TASK_TYPES),
};
