import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { messagesOf } from '../../../api';
import { encodingOf, TITLES } from './rows';
import { dayOf, latestOf, markOf, startOf } from './shown-conversation';

const AT = '2026-11-21T10:00:00.000Z';
const message = { id: 7, role: 'visitor', content: 'Do you ship?', createdAt: AT };
const shown = { id: '7', from: 'visitor', text: 'Do you ship?', sentAt: AT, others: null };

it.each<[string, object, object[]]>([
	['a list', { messages: [message] }, [shown]],
	['a list of texts', { transcript: ['Hi', ''] }, [textOf('Hi'), textOf('')]],
	['a text', { transcript: 'Hi' }, [textOf('Hi')]],
	['an object with a list', { transcript: { count: 1, messages: [message] } }, [shown]],
	['an object of messages', { messages: { a: message, b: 'Hi' } }, [shown, textOf('Hi')]],
	[
		'of other names',
		{ transcript: [{ sender: 'bot', text: 'Hi', timestamp: 5 }] },
		[{ ...textOf('Hi'), from: 'bot', sentAt: '5' }],
	],
	[
		'of parts',
		{ messages: [{ role: 'a', content: [{ type: 'text' }] }] },
		[{ ...textOf(''), from: 'a', others: { content: [{ type: 'text' }] } }],
	],
	['with more fields', { messages: [{ ...message, sources: [1] }] }, [{ ...shown, others: { sources: [1] } }]],
	[
		'of numbers',
		{ messages: [3, null] },
		[
			{ ...textOf(''), others: 3 },
			{ ...textOf(''), others: null },
		],
	],
	['missing', {}, []],
	['null', { messages: null }, []],
	['empty', { messages: [] }, []],
])('finds the messages of a transcript that is %s', (_, conversation, messages) => {
	expect(messagesOf({ id: 'c', ...conversation })).toEqual(messages);
});

function textOf(text: string) {
	return { id: '', from: '', text, sentAt: '', others: null };
}

describe('a file', () => {
	const rowsOf = (conversation: Record<string, unknown>) => {
		const { head, lines } = encodingOf('csv', 'none');
		const { text } = lines({ agentId: 'a', day: null, conversation });
		return z.array(z.record(z.string(), z.string())).parse(parse(head + text, { columns: true }));
	};

	it('has all that a conversation shows, in columns or as JSON', () => {
		const conversation = { id: 'c', agentId: 'other', channel: 'api', state: 3, visitor: { name: 'Ada' } };
		const rows = rowsOf({ ...conversation, messages: [{ ...message, rating: 5 }, message] });
		expect(rows).toEqual([
			{
				agentId: 'a',
				conversationId: 'c',
				channel: 'api',
				state: '',
				createdAt: '',
				message: '1',
				messageId: '7',
				from: 'visitor',
				text: 'Do you ship?',
				sentAt: AT,
				messageFields: '{"rating":5}',
				conversationFields: '{"agentId":"other","state":3,"visitor":{"name":"Ada"}}',
				transcriptMissing: '',
			},
			expect.objectContaining({ message: '2', messageFields: '', conversationFields: '' }),
		]);
	});

	it('says in NDJSON whose a conversation is, if it does not say so itself', () => {
		const { lines } = encodingOf('ndjson', 'any');
		const textOf = (conversation: object) => lines({ agentId: 'a', day: null, conversation: { ...conversation } }).text;
		expect(textOf({ id: 'c' })).toBe('{"agentId":"a","id":"c","transcriptMissing":null}\n');
		expect(textOf({ id: 'c', agentId: 'b' })).toBe('{"id":"c","agentId":"b","transcriptMissing":null}\n');
	});

	it('tells a conversation without its transcript from one without messages', () => {
		const missing = { agentId: 'a', day: null, conversation: { id: 'c' }, missing: 'refused' } as const;
		expect(encodingOf('ndjson', 'any').lines(missing).text).toContain('"transcriptMissing":"refused"');
		const { head, lines } = encodingOf('csv', 'none');
		const [one, other] = z
			.array(z.record(z.string(), z.string()))
			.parse(parse(head + lines(missing).text + lines({ ...missing, missing: undefined }).text, { columns: true }));
		expect([one?.['transcriptMissing'], other?.['transcriptMissing']]).toEqual(['refused', '']);
		// What the list shows may have messages too.
		const { text } = lines({ ...missing, conversation: { id: 'c', messages: ['Hi', 'there'] } });
		expect(text.match(/refused/g)).toHaveLength(2);
	});

	it('has a row for a conversation without messages', () => {
		expect(rowsOf({ id: 'c', messages: [] })).toEqual([expect.objectContaining({ conversationId: 'c', message: '' })]);
	});

	it('keeps what stands around a list of messages', () => {
		const [row] = rowsOf({ id: 'c', transcript: { language: 'en', messages: ['Hi'] } });
		expect(row).toMatchObject({ text: 'Hi', conversationFields: '{"transcript":{"language":"en"}}' });
	});

	it.each(['any', 'comma', 'semicolon'] as const)('has no formula of a visitor (%s)', (spreadsheet) => {
		const { lines } = encodingOf('csv', spreadsheet);
		const { text } = lines({ agentId: 'a', day: null, conversation: { id: 'c', messages: ['=1+1'] } });
		expect(text).toContain("'=1+1");
	});

	it('has neither U+0000 nor half of a character, in any format', () => {
		for (const format of ['csv', 'ndjson'] as const) {
			const { lines } = encodingOf(format, 'none');
			const conversation = { id: 'c\0', 'x\ud83d': 'y\0', messages: [{ content: 'a\0\ud83d\u2028', more: '\ud83d' }] };
			const { text, messages } = lines({ agentId: 'a', day: null, conversation });
			expect(text).not.toMatch(/\0|\\u0000|\\ud83d/);
			expect(text.isWellFormed()).toBe(true);
			expect(messages).toBe(1);
		}
		expect(TITLES).toHaveLength(new Set(TITLES).size);
	});
});

describe('a conversation', () => {
	it.each<[Record<string, unknown>, string | null]>([
		[{ createdAt: AT }, '2026-11-21'],
		[{ startedAt: '2026-11-21T01:00:00+02:00' }, '2026-11-20'],
		[{ createdAt: 'yesterday', started_at: AT }, '2026-11-21'],
		[{ createdAt: '2026-11-21' }, null],
		[{ createdAt: 5 }, null],
		[{}, null],
	])('that shows %j began on %s', (conversation, day) => {
		expect(dayOf(conversation)).toBe(day);
		expect(startOf(conversation) === null).toBe(day === null);
	});

	it('is known by its id, else by all that it shows', () => {
		expect(markOf({ id: 'a', state: 'open' })).toBe(markOf({ id: 'a', state: 'resolved' }));
		expect(markOf({ state: 'open' })).not.toBe(markOf({ state: 'resolved' }));
		expect(markOf({ id: 'x'.repeat(10_000) }).length).toBe(16);
	});

	it('changed last at the latest time that it shows', () => {
		const shownTimes = { createdAt: AT, lastMessageAt: '2026-11-23T00:00:00Z', resolvedAt: null, state: 'at' };
		expect(latestOf(shownTimes)).toBe(Date.parse('2026-11-23T00:00:00Z'));
		expect(latestOf({ state: 'open' })).toBeNull();
	});
});
