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
