import { textOf } from '../../../task-nodes/nodes/gateway/gateway-responses';
import { ended, type Waited } from '../../support/task-nodes/ended-task';
import {
	addressed,
	agents,
	exported,
	exportedConversations,
	mail,
	rejection,
	sources,
} from '../../support/task-nodes/results';
import { useTaskGateway } from '../../support/task-nodes/gateway';

type Options = Record<string, string | boolean>;

const gateway = useTaskGateway();

/** Runs a task of the type, ends it with the result, and gives what leaves by each output. */
async function outputsOf(type: Waited, result: object, options: Options = {}) {
	const { done, notDone } = await ended(gateway, type, { status: 'completed', result }, { options });
	const texts = (items: typeof done) =>
		items.map(({ json: { outcome, reason } }) => `${textOf(outcome)}: ${textOf(reason)}`);
	return { completed: texts(done), not: texts(notDone) };
}

describe('a task that came to its end leaves by Done', () => {
	it.each<[string, Waited, object, string]>([
		['a mail that was delivered', 'email-send-with-review', mail({ outcomes: addressed('delivered') }), 'sent'],
		['a mail that a person confirmed', 'email-send-with-review', mail({ outcome: 'confirmed_sent' }), 'confirmed_sent'],
		['sources that are all read or were there', 'add-sources', sources('indexed', 'present', 'duplicate'), 'completed'],
		['agents that were all retrained', 'nightly-retrain', agents('completed', 'completed'), 'completed'],
		['leads of all agents', 'lead-export', exported(false, false), 'completed'],
		['conversations of all agents', 'conversation-export', exportedConversations(false, false), 'completed'],
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
		[
			'a transcript that could not be read',
			'conversation-export',
			{ ...exportedConversations(false), missing: { ...exportedConversations().missing, failed: 1 } },
			/^partly_failed: .*transcript of 1 conversation/,
		],
		['a result that cannot be read', 'lead-export', { version: 7 }, /^unreadable: ./],
	])('when it did not do all that was asked: %s', async (_what, type, result, told) => {
		expect(await outputsOf(type, result)).toEqual({ completed: [], not: [expect.stringMatching(told)] });
	});
});

it.each([
	['rejected by', mail({ outcome: 'rejected', decisions: [rejection] }), ['reject', rejection.by, rejection.note]],
	['left alone by', mail({ outcome: 'expired' }), [null, null, null]],
])('an email that was %s a person has the decision at the top of its item', async (_what, result, decided) => {
	const { notDone } = await ended(gateway, 'email-send-with-review', { status: 'completed', result });
	expect(notDone.map(({ json: { decision, by, note } }) => [decision, by, note])).toEqual([decided]);
});

describe('Accept Partial Success', () => {
	it('lets a task leave by Done that did a part of what was asked', async () => {
		const outputs = await outputsOf('add-sources', sources('indexed', 'refused'), { partialSuccess: true });
		expect(outputs).toEqual({ completed: [expect.stringMatching(/^partly_failed: /)], not: [] });
	});

	it('changes nothing for a task that did nothing of it', async () => {
		const outputs = await outputsOf('add-sources', sources('refused'), { partialSuccess: true });
		expect(outputs).toEqual({ completed: [], not: [expect.stringMatching(/^failed: /)] });
	});
});
