import { expect, it } from 'vitest';
import { conversationIn, extractText, leadConversation, noConversation } from './lead-conversation';

const AT = '2026-11-21T10:00:00.000Z';
const LATER = '2026-11-21T10:05:00.000Z';
const asked = { role: 'visitor', content: 'Do you ship to Norway?', createdAt: AT };
const answered = { role: 'assistant', content: 'Yes, within a week.', createdAt: LATER };
const TEXT = `visitor (${AT}): Do you ship to Norway?\n\nassistant (${LATER}): Yes, within a week.`;

it.each<[string, object, string]>([
	['a list', { messages: [asked, answered] }, TEXT],
	['a list out of order', { messages: [answered, asked] }, TEXT],
	['an object with a list', { transcript: { count: 2, messages: [asked, answered] } }, TEXT],
	['an object of messages', { messages: { a: asked, b: answered } }, TEXT],
	['a text', { transcript: 'visitor: Hi' }, 'visitor: Hi'],
	['texts without times', { messages: ['Hi', 'Hello'] }, 'Hi\n\nHello'],
	['messages in parts', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }, 'user: Hi'],
	['no messages', { messages: [] }, ''],
	['nothing', {}, ''],
	['numbers', { messages: 7 }, ''],
])('makes a text of a transcript that is %s', (_what, shown, text) => {
	expect(leadConversation({ id: 'c', ...shown }, 'text', 1_000)).toMatchObject({ missing: null, text, cut: false });
});

it('keeps the order of the service if one message shows no time', () => {
	const shown = { messages: [answered, { ...asked, createdAt: undefined }] };
	expect(leadConversation(shown, 'json', 1_000).messages?.map(({ from }) => from)).toEqual(['assistant', 'visitor']);
});

it.each<[string, object[], string | null, string | null]>([
	[
		'greets first',
		[
			{ role: 'bot', text: 'Hello!' },
			{ role: 'user', text: 'Price?' },
		],
		'Price?',
		'Hello!',
	],
	[
		'has other names',
		[
			{ from: 'A', text: 'Price?' },
			{ from: 'B', text: '5' },
		],
		'Price?',
		'5',
	],
	['has no names', [{ text: 'Price?' }, { text: '5' }], 'Price?', null],
	['nobody answered', [{ role: 'visitor', text: 'Price?' }], 'Price?', null],
	['only greets', [{ role: 'assistant', text: 'Hello!' }], null, 'Hello!'],
	['is empty', [], null, null],
])('finds question and answer in a talk that %s', (_what, messages, firstQuestion, lastAnswer) => {
	expect(leadConversation({ messages }, 'extract', 1_000)).toMatchObject({ firstQuestion, lastAnswer });
});

it('finds the address of the page, and no other value', () => {
	const page = 'https://shop.example/boots?size=41';
	expect(leadConversation({ pageUrl: page }, 'extract', 9).page).toBe(page);
	expect(leadConversation({ metadata: { url: page } }, 'extract', 9).page).toBe(page);
	expect(leadConversation({ page: { url: page } }, 'extract', 9).page).toBe(page);
	expect(leadConversation({ url: 'javascript:alert(1)', page: 3 }, 'extract', 9).page).toBeNull();
	expect(leadConversation({ url: `${page}${'x'.repeat(2_000)}` }, 'extract', 9).page).toBeNull();
});

it('knows when the last message came, also from numbers and from the record', () => {
	expect(leadConversation({ messages: [answered, asked] }, 'extract', 9).lastMessageAt).toBe(LATER);
	const seconds = Date.parse(AT) / 1000;
	expect(leadConversation({ messages: [{ text: 'a', at: seconds }] }, 'extract', 9).lastMessageAt).toBe(AT);
	expect(leadConversation({ messages: ['a'], updatedAt: AT }, 'extract', 9).lastMessageAt).toBe(AT);
	expect(leadConversation({ messages: ['a'], updatedAt: 'soon' }, 'extract', 9).lastMessageAt).toBeNull();
});

it('cuts by characters, never through one, and says so', () => {
	const made = leadConversation({ messages: ['😀😀😀😀', 'more'] }, 'json', 3);
	expect(made).toMatchObject({ text: '😀😀😀', messages: [{ text: '😀😀😀' }], cut: true });
	expect(leadConversation({ messages: ['😀😀😀'] }, 'json', 3)).toMatchObject({ text: '😀😀😀', cut: false });
});

it('stays small whatever the service sends', () => {
	const messages = Array.from({ length: 100_000 }, () => ({ role: 'x'.repeat(5_000), content: 'y' }));
	expect(JSON.stringify(leadConversation({ messages }, 'json', 1_000)).length).toBeLessThan(150_000);
	const long = 'z'.repeat(5 * 1024 * 1024);
	expect(JSON.stringify(leadConversation({ transcript: long }, 'json', 1_000)).length).toBeLessThan(4_000);
});

it('makes NUL and halves of characters harmless', () => {
	const made = leadConversation({ messages: [{ role: 'user\0', content: 'a\0b\ud800' }] }, 'json', 100);
	expect(JSON.stringify(made)).not.toMatch(/\\u0000|\\ud800/);
	expect(made.messages).toEqual([{ from: 'user\ufffd', text: 'a\ufffdb\ufffd', sentAt: null }]);
});

it('gives the extract as lines, and nothing of a conversation that is not there', () => {
	const made = leadConversation({ messages: [asked, answered], pageUrl: 'https://shop.example/' }, 'extract', 1_000);
	const lines = ['First question: Do you ship to Norway?', 'Last answer: Yes, within a week.'];
	expect(extractText(made)).toBe([...lines, 'Page: https://shop.example/'].join('\n'));
	expect(conversationIn('text', made)).toBeNull();
	expect(conversationIn('json', noConversation('deleted'))).toBeNull();
});
