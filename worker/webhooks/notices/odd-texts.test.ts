import fc from 'fast-check';
import {
	BLOCKED_BY,
	CONNECTION_FAULTS,
	type EventData,
	EVENT_TYPES,
	type EventType,
	type TaskEvent,
} from '../../../workflows/task/event';
import { SLACK_BLOCKS_CHARACTERS, slackMessageSchema, TEAMS_BYTES, teamsMessageSchema } from '../testing/chat-rules';
import { mailMessage } from './mail-message';
import { type Notice, noticeOf, type PageLinks } from './notice';
import { slackMessage } from './slack-message';
import { teamsMessage } from './teams-card';

const SECRET = `https://tasks.example/review/${'a'.repeat(600)}.${'b'.repeat(43)}`;
const links: PageLinks = {
	task: (id) => `https://tasks.example/tasks#task=${encodeURIComponent(id)}`,
	sync: (id) => `https://tasks.example/syncs#task=${encodeURIComponent(id)}`,
	refusedLeads: (id) => `https://tasks.example/syncs#refused=${encodeURIComponent(id)}`,
	failures: 'https://tasks.example/tasks?needsAttention=true',
	syncs: 'https://tasks.example/syncs',
	schedules: 'https://tasks.example/schedules',
	incidents: 'https://tasks.example/incidents',
	review: () => SECRET,
};

/** What Slack, Markdown, Teams and mails give a meaning to, what is long, and what is no text. */
const pieces = fc.constantFrom(
	...['<!channel>', '<@U1>', '<https://evil.example|Open the task>', '[Open](https://evil.example)', '](', '@here'],
	...['*', '_', '~', '`', '```', '# ', '> ', '&', '&amp;', '<', '>', '|', '{{DATE(2026-01-01T00:00:00Z)}}', '{{{{'],
	...[
		'\r\nBcc: eve@evil.example',
		'\n\n',
		'\0',
		'\u2028',
		'\u202e',
		'\ud800',
		'\udc00',
		'www.evil.example',
		'HTTP://x',
	],
	...['&'.repeat(700), '"'.repeat(2_000), '😀'.repeat(500), '\u200b', '', ' ', 'word '.repeat(400), '\\'.repeat(900)],
);
const odd = fc
	.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 12 })
	.map((all) => all.join(''));
const time = fc.oneof(fc.constant('2026-01-31T09:00:00.000Z'), odd);
const error = fc.record({
	type: odd,
	title: odd,
	status: fc.constant(409),
	detail: odd,
	issues: fc.array(fc.record({ path: odd, message: odd }), { maxLength: 30 }),
});

const data: { [Type in EventType]: fc.Arbitrary<EventData[Type]> } = {
	'task.completed': fc.constant({ status: 'completed' }),
	'task.failed': fc.record({
		status: fc.constantFrom('failed', 'timed_out', 'cancelled'),
		error: fc.option(error),
	}),
	'review.requested': fc.record({
		question: fc.nat(),
		kind: fc.constantFrom('approval', 'uncertain'),
		hash: odd,
		subject: odd,
		expiresAt: time,
		keyVersion: odd,
		reminder: fc.boolean(),
	}),
	'email.outcome': fc.record({
		outcome: fc.oneof(fc.constantFrom('sent', 'rejected', 'constructor'), odd),
		sessionId: fc.option(odd),
		outcomes: fc.array(fc.record({ address: odd, status: odd, occurredAt: fc.option(odd), reason: fc.option(odd) }), {
			maxLength: 30,
		}),
	}),
	'schedule.digest': fc.record({ message: odd, counts: fc.dictionary(odd, fc.nat()), allWell: fc.boolean() }),
	'task.late': fc.record({
		source: fc.constantFrom('schedule', 'hook'),
		name: odd,
		state: fc.constantFrom('running', 'not_begun'),
		finishBy: time,
		expectedAt: fc.option(time),
		message: odd,
	}),
	'sync.blocked': fc.record({
		agentId: odd,
		destination: odd,
		cause: fc.constantFrom(...BLOCKED_BY),
		reason: odd,
		since: time,
		leadsRefused: fc.nat(),
	}),
	'lead.refused': fc.record({
		agentId: odd,
		destination: odd,
		count: fc.nat(),
		leads: fc.array(fc.record({ leadId: fc.nat(), reason: odd }), { maxLength: 100 }),
	}),
	'report.ready': fc.record({
		week: fc.record({ firstDay: odd, lastDay: odd, timeZone: odd, locale: odd }),
		agents: fc.nat(),
		measures: fc.array(fc.record({ name: odd, now: fc.nat(), before: fc.option(fc.nat()) }), { maxLength: 12 }),
	}),
	'sync.resumed': fc.record({
		agentId: fc.option(odd),
		destination: odd,
		cause: fc.constantFrom(...BLOCKED_BY),
		since: time,
		resumedAt: time,
		blockedSeconds: fc.nat(),
		caughtUp: fc.nat(),
		leadsRefused: fc.nat(),
	}),
	'schedule.recovered': fc.record({
		scheduleId: odd,
		failedTaskId: odd,
		failedDueAt: time,
		trouble: fc.constantFrom('failed', 'missed'),
		reason: odd,
		dueAt: time,
	}),
	'connection.failing': fc.record({
		cause: fc.constantFrom(...CONNECTION_FAULTS),
		reason: odd,
		since: time,
		blocks: fc.record({ syncs: fc.nat(), tasks: fc.nat(), schedules: fc.nat() }),
	}),
	'connection.recovered': fc.record({
		cause: fc.constantFrom(...CONNECTION_FAULTS),
		reason: odd,
		since: time,
		recoveredAt: time,
		failedSeconds: fc.nat(),
		failedTasks: fc.nat(),
	}),
};

const events = fc.constantFrom(...EVENT_TYPES).chain((type) =>
	fc.record<TaskEvent>({
		id: odd,
		type: fc.constant(type),
		at: time,
		data: data[type],
		task: fc.record({ id: fc.uuid(), type: odd, connection: fc.option(odd), agentId: fc.option(odd) }),
	}),
);

const noticeFor = (event: TaskEvent): Notice => noticeOf(event, { timeZone: 'Europe/Berlin', locale: 'en-GB' }, links);
const holds = (check: (notice: Notice, event: TaskEvent) => void) => {
	fc.assert(
		fc.property(events, (event) => check(noticeFor(event), event)),
		{ numRuns: 400, endOnFailure: true },
	);
};

test('a Slack message keeps to all limits, with one link, which is ours', () => {
	holds((notice) => {
		const message = slackMessageSchema.parse(slackMessage(notice));
		expect(message.text.length).toBeLessThan(4_500);
		expect(JSON.stringify(message.blocks).length).toBeLessThan(SLACK_BLOCKS_CHARACTERS);
		const texts = message.blocks.flatMap((block) => ('fields' in block ? block.fields : [block.text]));
		const links = [message, ...texts].flatMap(({ text }) => [...text.matchAll(/<[^>]*>/g)]);
		expect(links.map(([link]) => link)).toEqual([expect.any(String), expect.any(String)]);
		for (const [link] of links) expect(link.startsWith('<https://tasks.example/')).toBe(true);
		for (const { text } of [message, ...texts]) expect(text.replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/&/);
		expect(message.text.replace(/<[^>]*>$/, '')).not.toMatch(/[*`]|\]\(|:\/\/|(?<![\p{L}\p{N}])@(?!\u200b)/u);
	});
});

test('a card for Teams stays below 28 kB, without Markdown or functions, and its button is ours', () => {
	holds((notice) => {
		const message = teamsMessageSchema.parse(teamsMessage(notice));
		const json = JSON.stringify(message);
		expect(Buffer.byteLength(json)).toBeLessThan(TEAMS_BYTES);
		expect(json).not.toContain('{{');
		const [{ content }] = message.attachments;
		expect(content.actions).toHaveLength(1);
		expect(content.actions[0].url.startsWith('https://tasks.example/')).toBe(true);
	});
});

test('a mail has one line as its subject, and no control character or half of a character', () => {
	holds((notice) => {
		const { subject, text } = mailMessage(notice, { id: 'subscription~1', description: notice.title });
		expect(subject).not.toMatch(/\p{Cc}|[\u2028\u2029\u202e]/u);
		expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u2028\u2029\u202e]/u);
		expect(subject.isWellFormed() && text.isWellFormed()).toBe(true);
		expect(text.match(/\w:\/\//g)).toHaveLength(1);
	});
});

test('words, facts and items are cut to what people read', () => {
	holds(({ title, sentences, items, facts }) => {
		expect(Array.from(title).length).toBeLessThanOrEqual(140);
		for (const each of [title, ...sentences, ...items]) expect(each).not.toMatch(/\n/);
		expect(items.length).toBeLessThanOrEqual(10);
		expect(facts.length).toBeLessThanOrEqual(10);
	});
});
