import { leadConversation } from '../../../api';
import { receiversWords } from './receivers-words';

const lead = {
	id: 1,
	agentId: 'agent_1',
	conversationId: 'c',
	name: 'Ada Byron',
	email: 'ada@example.com',
	phone: '+49 30 1234567',
	city: 'Berlin',
	country: 'Germany',
	countryCode: 'DE',
	fields: {},
	capturedAt: '2026-11-23T10:00:00Z',
};

test.each([
	['{"message":"The field budget is missing."}', 'The field budget is missing.'],
	['{"error":{"code":7,"message":"No such list"}}', 'No such list'],
	['{"errors":[],"detail":"Closed on Sundays"}', 'Closed on Sundays'],
	['{"code":7}', ''],
	['', ''],
	['Not\u001b[31m this\u202e one\n\nplease', 'Not this one please'],
	['<html><title>422</title><body><h1>Unprocessable</h1> by nginx</body></html>', 'Unprocessable by nginx'],
	['{"message":"ada@example.com (Ada Byron, +49 30 1234567) exists, ask owner@crm.example"}', '… (…, …) exists, ask …'],
])('of the response %s, the words are %j', (body, words) => {
	expect(receiversWords(body, lead)).toBe(words);
});

test('a long response is cut, and a huge one costs no time', () => {
	expect(receiversWords('a'.repeat(500), lead)).toBe(`${'a'.repeat(200)}…`);
	expect(receiversWords('<'.repeat(1_000_000), lead).length).toBeLessThanOrEqual(201);
	expect(receiversWords('@'.repeat(1_000_000), lead).length).toBeLessThanOrEqual(201);
	expect(receiversWords('['.repeat(1_000_000), lead).length).toBeLessThanOrEqual(201);
});

test.each(['extract', 'text', 'json'] as const)('what was said in a conversation (%s) is not repeated', (form) => {
	const messages = [
		{ role: 'visitor', content: 'My PIN is 4711,\nand I live at 5 Mill Lane.' },
		{ role: 'assistant', content: '謝謝您的來信我們會盡快回覆' },
	];
	const conversation = leadConversation({ messages }, form, 1_000);
	const words = (said: string) => receiversWords(JSON.stringify({ message: said }), { ...lead, conversation });
	expect(words('The text "my pin is 4711, and" is too long')).toBe('');
	expect(words('Not accepted: I live at\\n5 Mill…')).toBe('');
	expect(words('「謝謝您的來信我們會盡快回覆」')).toBe('');
	expect(words('The field conversation is too long')).toBe('The field conversation is too long');
});
