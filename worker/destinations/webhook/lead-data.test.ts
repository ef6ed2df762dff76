import { type Lead, leadConversation, noConversation } from '../../../api';
import { webhookData, webhookMapping, webhookPreview } from './lead-data';

const OF = { connection: 'main', agentId: 'agent_a' };
const LEAD: Lead = {
	id: 7,
	agentId: 'agent_a',
	conversationId: 'c7',
	name: 'Ada Maria Example',
	email: 'ada@example.com',
	phone: null,
	city: 'Turin',
	country: 'Italy',
	countryCode: 'IT',
	fields: { budget: { from: 5 }, size: 'L' },
	capturedAt: '2026-11-01T00:00:00Z',
};

test('a receiver gets everything unless the settings choose', () => {
	expect(webhookData(OF, LEAD, undefined)).toEqual({ connection: 'main', ...LEAD });
	expect(
		webhookMapping()
			.map(({ field }) => field)
			.sort(),
	).toEqual(['connection', ...Object.keys(LEAD)].sort());
});

test.each([
	[['email'], { email: 'ada@example.com' }],
	[['firstName', 'lastName'], { firstName: 'Ada Maria', lastName: 'Example' }],
	[['fields.budget', 'fields.none'], { fields: { budget: { from: 5 }, none: null } }],
	[['fields'], { fields: LEAD.fields }],
	[['fields', 'fields.size'], { fields: LEAD.fields }],
	[['id', 'phone'], { phone: null }],
])('of %j it gets these, and always what identifies the lead', (fields, data) => {
	expect(webhookData(OF, LEAD, fields)).toEqual({ connection: 'main', id: 7, ...data });
});

test('a receiver gets the conversation, or the parts that the settings choose', () => {
	const lead = { ...LEAD, conversation: leadConversation({ messages: ['Hi', 'Bye'] }, 'json', 100) };
	expect(webhookData(OF, lead, undefined)).toEqual({ connection: 'main', ...lead });
	const fields = ['conversation.text', 'conversation.json', 'conversation.missing'];
	const messages = [
		{ from: null, text: 'Hi', sentAt: null },
		{ from: null, text: 'Bye', sentAt: null },
	];
	const conversation = { text: 'Hi\n\nBye', json: messages, missing: null };
	expect(webhookData(OF, lead, fields)).toEqual({ connection: 'main', id: 7, conversation });
	expect(webhookPreview(OF, lead, fields).values).toMatchObject({ 'conversation.text': 'Hi\n\nBye' });
	const none = { text: null, json: null, missing: 'deleted' };
	expect(webhookData(OF, { ...LEAD, conversation: noConversation('deleted') }, fields)).toMatchObject({
		conversation: none,
	});
	expect(webhookData(OF, LEAD, ['conversation.text'])).toMatchObject({ conversation: { text: null } });
});

test('a preview has the same data, with JSON as text', () => {
	const fields = ['email', 'phone', 'fields.budget', 'fields.size'];
	expect(webhookPreview(OF, LEAD, fields)).toEqual({
		refusal: null,
		values: {
			connection: 'main',
			id: 7,
			email: 'ada@example.com',
			phone: null,
			'fields.budget': '{"from":5}',
			'fields.size': 'L',
		},
	});
	expect(webhookPreview(OF, LEAD, undefined).values).toMatchObject({
		name: 'Ada Maria Example',
		fields: '{"budget":{"from":5},"size":"L"}',
	});
});

test('a lead that cannot become JSON would be refused', () => {
	// Some versions of Node throw this for a value that is nested too deeply, and others write it.
	const deep = {
		toJSON() {
			throw new RangeError('Maximum call stack size exceeded');
		},
	};
	const { refusal, values } = webhookPreview(OF, { ...LEAD, fields: { deep } }, undefined);
	expect([refusal, values]).toEqual(['Its fields are nested too deeply for JSON.', {}]);
});
