import type { IDataObject } from 'n8n-workflow';
import { simplifiedConversation } from './simplified';

const messages = [{ role: 'visitor', content: 'Do you ship to Norway?' }];

it.each<[string, IDataObject[string]]>([
	['a list', messages],
	['a text', 'Do you ship to Norway?'],
	['an object with a list', { count: 1, messages }],
	['an object of objects', { '1': { role: 'visitor', content: 'Do you ship to Norway?' } }],
	['an object inside objects', { pages: { first: { messages } } }],
])('keeps what was said where the transcript is %s', (_, transcript) => {
	const row = simplifiedConversation({ id: 'conv_1', transcript });
	expect(row).toEqual({ id: 'conv_1', transcript });
});

it('keeps what was said where the transcript is an object of texts, and lifts plain values', () => {
	const visitor = { name: 'Nathan', email: null };
	const row = simplifiedConversation({ id: 'conv_1', visitor, transcript: { '1': 'Do you ship to Norway?' } });
	expect(row).toEqual({
		id: 'conv_1',
		visitorName: 'Nathan',
		transcript1: 'Do you ship to Norway?',
	});
});
