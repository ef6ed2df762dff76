import { EVENT_TYPES, type EventType, type TaskEvent } from '../../../workflows/task/event';
import { sampleEvent } from '../sample-events';
import { mailMessage } from './mail-message';
import { linesOf, noticeOf, type PageLinks } from './notice';
import { slackMessage } from './slack-message';

const links: PageLinks = {
	task: (id) => `https://tasks.example/tasks#task=${id}`,
	sync: (id) => `https://tasks.example/syncs#task=${id}`,
	refusedLeads: (id) => `https://tasks.example/syncs#refused=${id}`,
	failures: 'https://tasks.example/tasks?needsAttention=true',
	syncs: 'https://tasks.example/syncs',
	schedules: 'https://tasks.example/schedules',
	incidents: 'https://tasks.example/incidents',
	review: ({ type }) => (type === 'review.requested' ? 'https://tasks.example/review/secret' : null),
};

function happened(type: EventType, data: object = {}): TaskEvent {
	const { sample: _sample, ...event } = sampleEvent(type, 'evt-1', 'main');
	return { ...event, data: { ...event.data, ...data } };
}

const told = (event: TaskEvent, timeZone = 'UTC', locale = 'en-GB') => noticeOf(event, { timeZone, locale }, links);

test.each<[EventType, object, string, RegExp, string]>([
	['task.completed', {}, 'Completed: Retrain and wait', /has completed/, '#task=retrain-and-wait~sample'],
	['task.failed', {}, 'Failed: Retrain and wait', /could not read the website/, '#task=retrain-and-wait~sample'],
	[
		'task.failed',
		{ status: 'timed_out', error: null, ended: undefined },
		'Timed out: Retrain and wait',
		/longer than allowed/,
		'#task=',
	],
	[
		'task.failed',
		{ status: 'cancelled', error: null, ended: undefined },
		'Cancelled: Retrain and wait',
		/was cancelled/,
		'#task=',
	],
	['review.requested', {}, 'Please review: Your order 1001', /Nothing is sent before/, '/review/secret'],
	['review.requested', { reminder: true }, 'Reminder: Please review: Your order 1001', /Everyone/, '/review/secret'],
	['review.requested', { kind: 'uncertain' }, 'Was it sent? Your order 1001', /may or may not/, '/review/secret'],
	['email.outcome', {}, 'Email sent', /ada@example.com: delivered/, '#task=email-send-with-review~sample'],
	['email.outcome', { outcome: 'rejected' }, 'Email rejected', /It was not sent/, '#task='],
	[
		'email.outcome',
		{ outcomes: [{ address: 'ada@example.com', status: 'bounced', occurredAt: null, reason: 'No such mailbox.' }] },
		'Email bounced',
		/ada@example.com: bounced, No such mailbox/,
		'#task=',
	],
	['email.outcome', { outcome: 'of a newer worker' }, 'Outcome of an email', /of a newer worker/, '#task='],
	['schedule.digest', {}, 'Needs a look: Nightly retrain', /4 of 5 agents were retrained, 1 failed/, '#task='],
	['schedule.digest', { allWell: true }, 'All is well: Nightly retrain', /completed: 4/, '#task='],
	['sync.blocked', {}, 'Lead sync is blocked: crm', /accepts no leads/, '/syncs#task=lead-sync~sample'],
	['sync.blocked', { cause: 'refused_leads', leadsRefused: 100 }, 'Lead sync is blocked: crm', /too many/, '#refused='],
	['sync.blocked', { cause: 'service' }, 'Lead sync is blocked: crm', /The service answers/, '/syncs#task='],
	[
		'lead.refused',
		{},
		'1 lead was refused by crm',
		/Lead 1001: A sample: the email/,
		'/syncs#refused=lead-sync~sample',
	],
	['lead.refused', { count: 250 }, '250 leads were refused by crm', /and 249 more/, '/syncs#refused='],
	[
		'sync.resumed',
		{},
		'Lead sync works again: crm',
		/did not move for 60 minutes.*It has written 12 leads/s,
		'/syncs#task=',
	],
	[
		'sync.resumed',
		{ cause: 'refused_leads', leadsRefused: 3, caughtUp: 0 },
		'Lead sync works again: crm',
		/refused too many leads.*no lead to catch up/s,
		'#refused=',
	],
	['schedule.recovered', {}, 'Nightly retrain works again: schedule~sample', /did what was asked/, '#task='],
	[
		'schedule.recovered',
		{ trouble: 'missed' },
		'Nightly retrain works again: schedule~sample',
		/were missed/,
		'#task=',
	],
	['connection.failing', {}, 'A connection fails: main', /refuses the key.*2 syncs, 1 task, 1 schedule/s, '/incidents'],
	['connection.failing', { cause: 'unreachable' }, 'A connection fails: main', /does not respond/, '/incidents'],
	[
		'connection.recovered',
		{},
		'A connection works again: main',
		/1 task failed meanwhile/,
		'/tasks?needsAttention=true',
	],
	[
		'connection.recovered',
		{ failedTasks: 0, failedSeconds: 200_000 },
		'A connection works again: main',
		/No call worked for 2 days/,
		'/incidents',
	],
])('%s %j says "%s"', (type, data, title, words, page) => {
	const notice = told(happened(type, data));
	expect(notice.title).toBe(title);
	expect(linesOf(notice).join('\n')).toMatch(words);
	expect(notice.link.url).toContain(page);
});

test.each(['running', 'not_begun'] as const)('a late run that is %s names its task only if there is one', (state) => {
	const notice = told(happened('task.late', { state }));
	expect(notice.facts.some(({ label }) => label === 'Task')).toBe(state === 'running');
	expect(notice.link.url).toContain(state === 'running' ? '#task=' : '/schedules');
});

test('a completed task that needs a look says how it ended, which agent and why, and has no word of success', () => {
	const ended = { outcome: 'failed', word: 'No agent retrained', tone: 'bad', needsAttention: true };
	const detail = '0 of 1 agents were retrained, 1 failed.';
	const issues = [{ path: 'agent_sales', message: 'The training run failed: The website is down.' }];
	const error = { type: 'none_done', title: ended.word, status: 409, detail, issues };
	const happening = (type: EventType) => {
		const event = happened(type, { status: 'completed', succeeded: false, needsAttention: true, ended, error });
		return told({ ...event, task: { ...event.task, type: 'nightly-retrain', agentId: null } });
	};
	for (const type of ['task.completed', 'task.failed'] as const)
		expect(happening(type)).toMatchObject({
			title: 'No agent retrained: Nightly retrain',
			sentences: [detail],
			items: ['agent_sales: The training run failed: The website is down.'],
		});
});

describe('failures of one cause in one message', () => {
	const failures = Array.from({ length: 12 }, (_, index) => ({
		taskId: `retrain-and-wait~${index}`,
		taskType: 'retrain-and-wait',
		agentId: `agent_${index}`,
		reason: 'Use another key.',
	}));
	const incident = { count: 12, toldBefore: 0, failures };

	test('say how many, the cause, and all agents', () => {
		const { title, sentences, items, facts, link } = told({ ...happened('task.failed'), incident });
		expect(title).toBe('12 failures: Retrain and wait');
		expect(sentences[0]).toBe('The training run failed.');
		for (const { agentId } of failures) expect(sentences[1]).toContain(agentId);
		expect(items).toHaveLength(10);
		expect(items.at(-1)).toBe('and 3 more');
		expect(facts.map(({ label }) => label)).toEqual(['Connection', 'Time']);
		expect(link.url).toBe('https://tasks.example/tasks?needsAttention=true');
	});

	test('say in a summary that an earlier message told the others', () => {
		const { title, sentences } = told({ ...happened('task.failed'), incident: { ...incident, toldBefore: 3 } });
		expect(title).toBe('12 failures: Retrain and wait, and 3 before');
		expect(sentences.at(-1)).toMatch(/earlier message/);
	});

	test('name the destination of blocked syncs', () => {
		const { title, link } = told({ ...happened('sync.blocked'), incident: { ...incident, count: 10 } });
		expect([title, link.url]).toEqual(['10 lead syncs are blocked: crm', 'https://tasks.example/syncs']);
	});
});

test('every type of event has words, with agent, connection, time and task', () => {
	for (const type of EVENT_TYPES) {
		const { facts, sentences } = told(happened(type));
		expect(sentences.length).toBeGreaterThan(0);
		expect(facts).toEqual(
			expect.arrayContaining([
				{ label: 'Connection', value: 'main' },
				{ label: 'Time', value: '31 Jan 2026, 09:00 (UTC)' },
			]),
		);
	}
});

test('a sample says that it is one', () => {
	const { title, sentences } = told(sampleEvent('task.completed', 'evt-1', null));
	expect(title).toBe('Sample: Completed: Retrain and wait');
	expect(sentences[0]).toBe('This is a sample. Nothing happened, and the link leads nowhere.');
});

test('times are in the zone of the readers, which is named', () => {
	const { facts } = told(happened('review.requested'), 'America/New_York');
	expect(facts).toEqual(
		expect.arrayContaining([
			{ label: 'Decide until', value: '3 Feb 2026, 04:00 (America/New_York)' },
			{ label: 'Time', value: '31 Jan 2026, 04:00 (America/New_York)' },
		]),
	);
});

test('a mail is plain text with one link', () => {
	const { subject, text } = mailMessage(told(happened('task.failed')), { id: 'subscription~1', description: '' });
	expect(subject).toBe('Failed: Retrain and wait');
	expect(text).toBe(
		[
			'Failed: Retrain and wait',
			'',
			'The training run failed.',
			'A sample: the service could not read the website.',
			'',
			'Agent: agent_sample',
			'Connection: main',
			'Time: 31 Jan 2026, 09:00 (UTC)',
			'Task: retrain-and-wait~sample',
			'',
			'Open the task:',
			'https://tasks.example/tasks#task=retrain-and-wait~sample',
			'',
			'You receive this mail because of the subscription subscription~1. Your operator can change or delete it.',
			'',
		].join('\n'),
	);
});

test('a mail names its subscription in the words of the list, as one line without links', () => {
	const subscription = { id: 'subscription~1', description: 'Night shift\nof example.com' };
	const { text } = mailMessage(told(happened('task.failed')), subscription);
	expect(text).toContain(
		'because of the subscription "Night shift of example.\u200bcom" (subscription~1). Your operator',
	);
});

test('in Slack, a name stays as it is in the blocks, and styles nothing in the fallback', () => {
	const event = happened('lead.refused', { destination: '*crm* <!channel> @here [x](https://evil.example)', count: 1 });
	const { text, blocks } = slackMessage(told({ ...event, task: { ...event.task, agentId: 'agent_support' } }));
	expect(blocks[0]).toEqual({
		type: 'header',
		text: {
			type: 'plain_text',
			text: '1 lead was refused by *crm* &lt;!channel&gt; @here [x](https:\u200b//evil.example)',
			emoji: false,
		},
	});
	expect(text).toContain('∗crm∗ &lt;!channel&gt; @\u200bhere [x]\u200b(https:\u200b//evil.example)');
	expect(text).toContain('Agent: agent_support\n');
	expect(text).toMatch(/<https:\/\/tasks\.example\/syncs#refused=lead-sync~sample\|See the refused leads>$/);
});
