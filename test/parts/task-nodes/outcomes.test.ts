import type { TaskType, TaskResult } from '../../../workflows/contracts';
import type { TestFlow } from '../../support/task-nodes/flow';
import { callBack } from '../../support/task-nodes/callback';
import { run } from '../../support/task-nodes/engine';
import { type TaskGateway, startTaskGateway } from '../../support/task-nodes/gateway';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

type Fields = Record<string, string | boolean>;

const AGENT = 'agent_a';
/** Of the node, for each task that can be waited for. */
const FIELDS = {
	'email-send-with-review': {
		resource: 'email',
		operation: 'sendAfterApproval',
		reviewers: 'lead@shop.example',
		to: 'ada@client.example',
		subject: 'Hello',
		content: 'A text',
	},
	'add-sources': {
		resource: 'source',
		operation: 'addMany',
		sources: { source: [{ type: 'url', url: 'https://www.example.com/help' }] },
	},
	'nightly-retrain': { resource: 'agent', operation: 'retrainMany', agents: 'chosen', agentIds: [AGENT] },
	'lead-export': { resource: 'lead', operation: 'export', agents: 'chosen', agentIds: [AGENT] },
} satisfies Partial<Record<TaskType, TestFlow['parameters']>>;
type Waited = keyof typeof FIELDS;

const mail = (change: Partial<TaskResult<'email-send-with-review'>>) => ({
	version: 1,
	agentId: AGENT,
	outcome: 'sent',
	sessionId: 'email:1',
	deliveryId: 'delivery_1',
	approved: null,
	outcomes: [],
	detail: null,
	decisions: [],
	autoReplies: { asked: false, resumed: false, detail: null },
	audit: { sendRounds: 1, uncertain: false },
	...change,
});

const addressed = (...statuses: string[]) =>
	statuses.map((status, at) => ({ address: `p${at}@client.example`, status, occurredAt: null, reason: null }));

const rejection = {
	id: 'decision_1',
	action: 'reject' as const,
	by: 'ann',
	via: 'api' as const,
	at: '2026-11-21T10:00:00Z',
	question: 1,
	hash: 'h',
	note: 'Wrong price.',
};

type Source = TaskResult<'add-sources'>['rows'][number];
const sources = (...statuses: Array<Source['status']>) => ({
	version: 1,
	agentId: AGENT,
	counts: countsOf(
		['indexed', 'failed', 'processing', 'gone', 'present', 'duplicate', 'refused', 'needs_person', 'not_started'],
		statuses,
	),
	stoppedBy: null,
	rows: statuses.map((status, at) => ({
		type: 'url',
		name: `https://www.example.com/${at}`,
		status,
		sourceId: null,
		before: [],
		error: null,
		audit: { postAttempts: 1, ambiguous: false, duplicates: [], audited: true },
	})),
	waitedSeconds: 1,
});

type AgentRow = TaskResult<'nightly-retrain'>['rows'][number];
const agents = (...statuses: Array<AgentRow['status']>) => ({
	version: 1,
	connection: 'main',
	schedule: null,
	counts: countsOf(['completed', 'failed', 'timed_out', 'cancelled', 'not_started'], statuses),
	rows: statuses.map((status, at) => ({
		agentId: `agent_${at}`,
		status,
		taskId: null,
		run: null,
		adopted: false,
		canChat: null,
		endSeen: null,
		waitedSeconds: 0,
		error: null,
	})),
});

const exported = (...gone: boolean[]) => ({
	version: 1,
	asOf: '2026-11-21T10:00:00Z',
	rows: 12,
	agents: gone.map((isGone, at) => ({ agentId: `agent_${at}`, rows: 6, gone: isGone })),
	file: { name: 'leads.csv', contentType: 'text/csv', bytes: 1, sha256: 'a', link: '/v1/x', expiresAt: null },
	bucket: null,
	audit: { pages: 1, stepsBack: 0, repeats: 0, cutCells: 0 },
});

function countsOf<Status extends string>(all: readonly Status[], found: readonly Status[]) {
	return Object.fromEntries(all.map((status) => [status, found.filter((each) => each === status).length]));
}

let gateway: TaskGateway;
beforeEach(async () => {
	gateway = await startTaskGateway();
});
afterEach(() => gateway.close());

/** Runs a task of the type, ends it with the result, and gives what leaves by each output. */
async function outputsOf(type: Waited, result: object, options: Fields = {}) {
	const parameters: TestFlow['parameters'] = {
		...FIELDS[type],
		options,
		agentId: { __rl: true, mode: 'id', value: AGENT },
	};
	const show = '={{ $json.outcome }}: {{ $json.reason }}';
	const execution = await run(waitingFlow([AGENT], { parameters, show }), gateway.credential);
	expect(execution.error).toBeUndefined();
	const [task] = await gateway.tasks();
	Object.assign(task ?? {}, { status: 'completed', stage: 'completed', result });
	gateway.endWaits('completed');
	const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
	return { completed: resumed?.shown('Done'), not: resumed?.shown('Not Done') };
}

describe('a task that came to its end leaves by Done', () => {
	it.each<[string, Waited, object, string]>([
		['a mail that was delivered', 'email-send-with-review', mail({ outcomes: addressed('delivered') }), 'sent'],
		['a mail that a person confirmed', 'email-send-with-review', mail({ outcome: 'confirmed_sent' }), 'confirmed_sent'],
		['sources that are all read or were there', 'add-sources', sources('indexed', 'present', 'duplicate'), 'completed'],
		['agents that were all retrained', 'nightly-retrain', agents('completed', 'completed'), 'completed'],
		['leads of all agents', 'lead-export', exported(false, false), 'completed'],
	])('when it did what was asked: %s', async (_what, type, result, outcome) => {
		expect(await outputsOf(type, result)).toEqual({ completed: [`${outcome}: `], not: [] });
	});
});

describe('a task that came to its end leaves by Not Done', () => {
	it.each<[string, Waited, object, RegExp]>([
		[
			'a mail that was rejected',
			'email-send-with-review',
			mail({ outcome: 'rejected', decisions: [rejection] }),
			/^rejected: .*ann.*Wrong price\./,
		],
		['a mail that nobody decided on', 'email-send-with-review', mail({ outcome: 'expired' }), /^expired: .*not sent/],
		[
			'a mail whose delivery was not followed',
			'email-send-with-review',
			mail({ outcome: 'not_followed', detail: 'The mailbox is suspended.' }),
			/^not_followed: .*The mailbox is suspended\./,
		],
		['a mail that was abandoned', 'email-send-with-review', mail({ outcome: 'abandoned' }), /^abandoned: ./],
		['a mail that nobody settled', 'email-send-with-review', mail({ outcome: 'unknown' }), /^unknown: ./],
		[
			'a mail that bounced at one of two addresses',
			'email-send-with-review',
			mail({ outcomes: addressed('delivered', 'bounced') }),
			/^partly_failed: .*p1@client\.example \(bounced\)/,
		],
		[
			'a mail that bounced at its only address',
			'email-send-with-review',
			mail({ outcomes: addressed('bounced') }),
			/^failed: .*p0@client\.example \(bounced\)/,
		],
		[
			'a mail after which automatic replies stay paused',
			'email-send-with-review',
			mail({
				outcomes: addressed('delivered'),
				autoReplies: { asked: true, resumed: false, detail: 'The key lacks a scope.' },
			}),
			/^partly_failed: .*The key lacks a scope\./,
		],
		[
			'a refused source',
			'add-sources',
			sources('indexed', 'refused'),
			/^partly_failed: 1 of 2 sources indexed, 1 refused/,
		],
		['a source in doubt', 'add-sources', sources('indexed', 'needs_person'), /^partly_failed: ./],
		['no source that was taken', 'add-sources', sources('refused', 'not_started'), /^failed: 0 of 2 sources/],
		['an agent not retrained', 'nightly-retrain', agents('completed', 'failed'), /^partly_failed: 1 of 2 agents/],
		['no agent retrained', 'nightly-retrain', agents('failed', 'timed_out'), /^failed: 0 of 2 agents/],
		['an agent that went while its leads were read', 'lead-export', exported(false, true), /^partly_failed: .*agent_1/],
		['a result that cannot be read', 'lead-export', { version: 7 }, /^unreadable: ./],
	])('when it did not do all that was asked: %s', async (_what, type, result, told) => {
		expect(await outputsOf(type, result)).toEqual({ completed: [], not: [expect.stringMatching(told)] });
	});
});

describe('Count Partial Success as Done', () => {
	it('lets a task leave by Done that did a part of what was asked', async () => {
		const outputs = await outputsOf('add-sources', sources('indexed', 'refused'), { partialSuccess: true });
		expect(outputs).toEqual({ completed: [expect.stringMatching(/^partly_failed: /)], not: [] });
	});

	it('changes nothing for a task that did nothing of it', async () => {
		const outputs = await outputsOf('add-sources', sources('refused'), { partialSuccess: true });
		expect(outputs).toEqual({ completed: [], not: [expect.stringMatching(/^failed: /)] });
	});
});
